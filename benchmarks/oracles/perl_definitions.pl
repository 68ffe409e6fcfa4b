# Prints one line per named sub and subtest of the given files, by PPI: path, kind, name, first, declaration and last line. What stands inside
# a named sub or a subtest is left out.
use strict;
use warnings;
use PPI;

sub last_line {
    my ($element) = @_;
    my $last  = $element->last_token;
    my $lines = () = $last->content =~ /\n/g;
    return $last->location->[0] + $lines;
}

sub inside {
    my ($element) = @_;
    for (my $parent = $element->parent; $parent; $parent = $parent->parent) {
        return 1 if $parent->isa('PPI::Statement::Sub');
        return 1 if ref $parent eq 'PPI::Statement' && is_subtest($parent);
    }
    return 0;
}

sub is_subtest {
    my ($statement) = @_;
    my $first = $statement->schild(0);
    return $first && $first->isa('PPI::Token::Word') && $first->content eq 'subtest';
}

open my $listing, '<', $ARGV[0] or die $!;
while (my $path = <$listing>) {
    chomp $path;
    my $document = PPI::Document->new($path);
    if (!$document) { print join("\t", $path, 'broken', '', 0, 0, 0), "\n"; next }
    $document->index_locations;
    for my $sub (@{ $document->find('PPI::Statement::Sub') || [] }) {
        next if inside($sub) || !$sub->block || $sub->isa('PPI::Statement::Scheduled');
        my ($name) = grep { $_->isa('PPI::Token::Word') && $_->content eq $sub->name } $sub->schildren;
        print join("\t", $path, 'sub', $sub->name, $sub->location->[0], ($name || $sub)->location->[0], last_line($sub)), "\n";
    }
    for my $statement (@{ $document->find('PPI::Statement') || [] }) {
        next if ref $statement ne 'PPI::Statement' || !is_subtest($statement) || inside($statement);
        my $title = $statement->schild(1);
        next if $title->isa('PPI::Structure::List') || $title->isa('PPI::Token::Cast');
        my $name = $title->isa('PPI::Token::Quote') ? $title->string : $title->content;
        next if !grep { $_->isa('PPI::Structure::Block') } $statement->schildren;
        print join("\t", $path, 'test', $name, $statement->location->[0], $title->location->[0], last_line($statement)), "\n";
    }
}
