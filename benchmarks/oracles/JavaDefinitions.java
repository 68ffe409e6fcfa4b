import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/** Prints one line per type and callable of the given files: path, kind, name, first, declaration and last line, enclosing kinds. */
public class JavaDefinitions {
    public static void main(String[] arguments) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        List<Path> paths = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) paths.add(Path.of(line));
        for (Path path : paths) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, d -> { }, List.of("-proc:none"), null,
                manager.getJavaFileObjects(path.toFile()));
            for (CompilationUnitTree unit : task.parse()) scan(path, unit, Trees.instance(task).getSourcePositions());
        }
    }

    static void scan(Path path, CompilationUnitTree unit, SourcePositions positions) {
        LineMap lines = unit.getLineMap();
        new TreePathScanner<Void, String>() {
            String chain = "";

            void print(String kind, String name, Tree tree) {
                long start = positions.getStartPosition(unit, tree), end = positions.getEndPosition(unit, tree);
                if (start < 0 || end < 0) return;
                System.out.println(String.join("\t", path.toString(), kind, name,
                    "" + lines.getLineNumber(start), "" + lines.getLineNumber(end - 1), chain));
            }

            @Override public Void visitClass(ClassTree tree, String unused) {
                String name = tree.getSimpleName().toString();
                print(name.isEmpty() ? "anonymous" : "type", name, tree);
                String before = chain;
                chain += name.isEmpty() ? "a" : "t";
                super.visitClass(tree, unused);
                chain = before;
                return null;
            }

            @Override public Void visitMethod(MethodTree tree, String unused) {
                print("method", tree.getName().toString(), tree);
                String before = chain;
                chain += "m";
                super.visitMethod(tree, unused);
                chain = before;
                return null;
            }

            @Override public Void visitLambdaExpression(LambdaExpressionTree tree, String unused) {
                String before = chain;
                chain += "m"; // its block is no initialiser
                super.visitLambdaExpression(tree, unused);
                chain = before;
                return null;
            }

            @Override public Void visitBlock(BlockTree tree, String unused) {
                boolean initializer = chain.endsWith("t") || chain.endsWith("a");
                if (initializer) print("initializer", tree.isStatic() ? "<static>" : "<init>", tree);
                String before = chain;
                if (initializer) chain += "m";
                super.visitBlock(tree, unused);
                chain = before;
                return null;
            }
        }.scan(unit, null);
    }
}
