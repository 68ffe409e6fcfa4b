import com.intellij.openapi.util.Disposer;
import com.intellij.psi.*;
import java.nio.file.*;
import java.util.*;
import org.jetbrains.kotlin.cli.FrontendConfigurationKeysKt;
import org.jetbrains.kotlin.cli.jvm.compiler.*;
import org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar;
import org.jetbrains.kotlin.config.*;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.idea.KotlinFileType;
import org.jetbrains.kotlin.psi.*;

/** Prints one line per type and callable of the given files: path, kind, name, first, declaration and last line. Comments count to no definition. */
public class KotlinDefinitions {
    public static void main(String[] arguments) throws Exception {
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.put(CommonConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
        FrontendConfigurationKeysKt.setExtensionsStorage(configuration, new CompilerPluginRegistrar.ExtensionStorage());
        KotlinCoreEnvironment environment = KotlinCoreEnvironment.createForProduction(
            Disposer.newDisposable(), configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
        PsiFileFactory files = PsiFileFactory.getInstance(environment.getProject());
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String text = Files.readString(Path.of(line)).replace("\r\n", "\n").replace("\uFEFF", "");
            KtFile file = (KtFile) files.createFileFromText(line.replaceAll(".*/", ""), KotlinFileType.INSTANCE, text);
            new Printer(line, text).visit(file, false);
        }
        System.out.flush();
        System.exit(0);
    }

    record Printer(String path, String text) {
        int row(int offset) {
            int count = 1;
            for (int at = 0; at < offset; at++) if (text.charAt(at) == '\n') count++;
            return count;
        }

        void print(String kind, String name, PsiElement whole, PsiElement at) {
            int start = whole.getTextRange().getStartOffset();
            for (PsiElement child = whole.getFirstChild(); child != null; child = child.getNextSibling()) {
                if (child instanceof PsiComment || child instanceof PsiWhiteSpace) continue;
                start = child.getTextRange().getStartOffset();
                break;
            }
            System.out.println(String.join("\t", path, kind, name, "" + row(start),
                "" + row(at.getTextRange().getStartOffset()), "" + row(whole.getTextRange().getEndOffset() - 1)));
        }

        /** `inside` a callable only types count, as everywhere. */
        void visit(PsiElement element, boolean inside) {
            boolean deeper = inside;
            if (element instanceof PsiErrorElement) System.out.println(path + "\tbroken\t\t0\t0\t0");
            if (element instanceof KtEnumEntry) {
                deeper = inside;
            } else if (element instanceof KtClassOrObject type) {
                if (!(element instanceof KtObjectDeclaration object && object.isObjectLiteral())) {
                    PsiElement name = type.getNameIdentifier();
                    PsiElement at = name != null ? name : element instanceof KtObjectDeclaration o ? o.getObjectKeyword() : element;
                    String shown = name != null ? name.getText() : "companion";
                    print("type", shown, element, at);
                    deeper = false;
                } else {
                    deeper = true;
                }
            } else if (element instanceof KtNamedFunction function) {
                if (!inside && function.getNameIdentifier() != null)
                    print("function", function.getNameIdentifier().getText(), element, function.getNameIdentifier());
                deeper = true;
            } else if (element instanceof KtSecondaryConstructor constructor) {
                if (!inside) print("function", "constructor", element, constructor.getConstructorKeyword());
                deeper = true;
            } else if (element instanceof KtAnonymousInitializer || element instanceof KtPropertyAccessor || element instanceof KtLambdaExpression) {
                deeper = true;
            } else if (element instanceof KtTypeAlias alias && !inside && alias.getNameIdentifier() != null) {
                print("type", alias.getNameIdentifier().getText(), element, alias.getNameIdentifier());
            }
            for (PsiElement child = element.getFirstChild(); child != null; child = child.getNextSibling()) visit(child, deeper);
        }
    }
}
