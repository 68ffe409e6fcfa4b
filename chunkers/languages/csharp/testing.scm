; xUnit, NUnit, MSTest
((method_declaration (attribute_list (attribute name: (_) @_a))) @is.test (#any-of? @_a "Fact" "Theory" "Test" "TestCase" "TestCaseSource" "TestMethod" "DataTestMethod" "SkippableFact"))
((method_declaration (attribute_list (attribute name: (_) @_a (attribute_argument_list (attribute_argument (identifier) @_k (string_literal) @title))))) @tag.titled (#any-of? @_a "Fact" "Theory") (#eq? @_k "DisplayName"))
((method_declaration (attribute_list (attribute name: (_) @_a))) @tag.setup (#any-of? @_a "SetUp" "TearDown" "OneTimeSetUp" "OneTimeTearDown" "TestInitialize" "TestCleanup" "ClassInitialize" "ClassCleanup"))
