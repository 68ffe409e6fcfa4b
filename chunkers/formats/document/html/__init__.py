"""HTML pages by their headings, read as a stream of tags: no tree, so that broken markup costs nothing."""
