// Prints one line per type, function and method of the given files: path, kind, name, first, declaration and last line.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

func main() {
	list, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	scanner := bufio.NewScanner(list)
	for scanner.Scan() {
		path := scanner.Text()
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			fmt.Printf("%s\tbroken\t\t0\t0\t0\n", path)
			continue
		}
		row := func(kind, name string, start, at, end token.Pos) {
			fmt.Printf("%s\t%s\t%s\t%d\t%d\t%d\n", path, kind, name, set.Position(start).Line, set.Position(at).Line, set.Position(end-1).Line)
		}
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				kind := "function"
				if d.Recv != nil {
					kind = "method"
				}
				row(kind, d.Name.Name, d.Pos(), d.Name.Pos(), d.End())
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if t, ok := spec.(*ast.TypeSpec); ok {
						start, end := d.Pos(), d.End()
						if len(d.Specs) > 1 || d.Lparen.IsValid() {
							start, end = t.Pos(), t.End()
						}
						row("type", t.Name.Name, start, t.Name.Pos(), end)
					}
				}
			}
		}
	}
}
