# Prints METHOD, path and controller#action of a Rails route file, evaluated by ActionDispatch itself. Usage: ruby rails_routes.rb PROJECT
require "action_dispatch"
require "action_controller"

ROOT = ARGV.fetch(0)
module Silent
  def method_missing(*) = Silent
  def respond_to_missing?(*) = true
  def self.const_missing(_) = Silent
  def self.method_missing(*) = Silent
  def self.respond_to_missing?(*) = true
  def self.call(_) = [200, {}, []]
  def self.to_ary = nil
  def self.to_str = "silent"
  def self.to_proc = proc { Silent }
  def self.matches?(_) = true
end
class Object
  def self.const_missing(_) = Silent
end
module Kernel
  alias_method :found, :require
  def require(name)
    found(name)
  rescue LoadError
    false
  end
end
# gems that are not here: what they draw is their own
class ActionDispatch::Routing::Mapper
  def devise_for(*, **) = nil
  def devise_scope(*) = yield
  def authenticate(*) = yield
  def authenticated(*) = yield
  def unauthenticated(*) = yield
  def use_doorkeeper(*) = nil
  def mount(*, **) = nil
end
SET = ActionDispatch::Routing::RouteSet.new
module Rails
  def self.application = self
  def self.routes = SET
  def self.env = Silent
  def self.root = ROOT
end
Dir.chdir(ROOT) { load File.join(ROOT, "config/routes.rb") }
SET.routes.each do |route|
  path = route.path.spec.to_s.sub("(.:format)", "")
  verbs = route.verb.empty? ? ["ANY"] : route.verb.split("|")
  verbs.each { |verb| puts [verb, path, "#{route.defaults[:controller]}##{route.defaults[:action]}"].join("\t") }
end
