<?php
// Prints METHOD and path of Laravel route files, evaluated by Illuminate's own router. Usage: php laravel_routes.php PROJECT PREFIX=FILE ...
require '/usr/share/php/Illuminate/Routing/autoload.php';
foreach (['Support', 'Container', 'Events', 'Http', 'Pipeline'] as $package) {
    @include_once "/usr/share/php/Illuminate/$package/autoload.php";
}
$root = $argv[1];
$app = new Illuminate\Container\Container();
Illuminate\Container\Container::setInstance($app);
$router = new Illuminate\Routing\Router(new Illuminate\Events\Dispatcher($app), $app);
$app->instance('router', $router);
Illuminate\Support\Facades\Facade::setFacadeApplication($app);
class_exists('Route') || class_alias('Illuminate\Support\Facades\Route', 'Route');
spl_autoload_register(function ($name) {  // classes of the project: their names are all that counts
    $parts = explode('\\', $name);
    $short = array_pop($parts);
    $space = $parts ? 'namespace ' . implode('\\', $parts) . ';' : '';
    eval("$space class $short { public static function __callStatic(\$n, \$a) { return new self; } public function __call(\$n, \$a) { return \$this; } public function __invoke() {} }");
});
foreach (['config', 'env', 'app', 'base_path'] as $name) {
    if (!function_exists($name)) {
        eval("function $name(...\$given) { return '$name' === 'base_path' ? \$GLOBALS['root'] . '/' . (\$given[0] ?? '') : (\$given[1] ?? null); }");
    }
}
foreach (array_slice($argv, 2) as $given) {
    [$prefix, $file] = explode('=', $given);
    $router->group(['prefix' => $prefix], "$root/$file");
}
foreach ($router->getRoutes() as $route) {
    $methods = $route->methods();
    $methods = count($methods) >= 7 ? ['ANY'] : array_diff($methods, ['HEAD']);
    foreach ($methods as $method) {
        echo $method, "\t/", ltrim($route->uri(), '/'), "\n";
    }
}
