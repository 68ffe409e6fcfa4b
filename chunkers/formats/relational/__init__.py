"""What SQL files, change logs and migration code share: statements, operations on a database, their titles and facts. Owns no file."""
