"""Words that give a secret away and words that do not: tables only, English and the languages a repository is likely to speak."""

from __future__ import annotations

# fmt: off
PASSWORD_WORDS = frozenset(
    """
    password passwords passwd passwrd pwd pswd psw pw passphrase passcode pass passw userpass userpassword dbpass
    dbpassword dbpasswd dbpwd sshpass storepass keypass storepassword keypassword rootpassword bindpassword
    requirepass masterauth masterpassword adminpassword loginpassword mypassword smtppass smtppassword
    mailpassword ftppass ftppassword proxypassword apipassword truststorepassword keystorepassword bindpw rootpw
    adminpw rootpass authtok sandi katasandi contraseña contrasena contrasenya contrasinal clave senha passwort kennwort
    kennwoerter losung motdepasse mdp wachtwoord haslo hasło parol parola пароль mima 密码 密碼 口令 パスワード 비밀번호 암호
    lösenord losenord salasana adgangskode kodeord passord jelszo jelszó heslo sifre şifre lozinka geslo matkhau
    รหัสผ่าน पासवर्ड סיסמה слово zaporka slaptazodis slaptažodis parool κωδικός parolă katalaluan
    """.split()
)

SECRET_WORDS = frozenset(
    """
    secret secrets clientsecret appsecret apisecret secretkey sharedsecret secretaccesskey consumersecret mnemonic
    geheim geheimnis segredo secreto segreto rahasia секрет 密钥 密鑰 webhooksecret signingsecret jwtsecret
    sessionsecret authsecret cookiesecret seedphrase privatekeypassword hmacsecret totpsecret otpsecret
    """.split()
)

TOKEN_WORDS = frozenset(
    """
    token tokens jwt bearer authtoken accesstoken refreshtoken apitoken idtoken bottoken sessiontoken
    securitytoken deploytoken authorization otp jeton токен 令牌 authkey
    """.split()
)

KEY_WORDS = frozenset(
    """
    apikey apikeys accesskey privatekey secretkey signingkey encryptionkey accountkey masterkey authkey sharedkey
    hmackey aeskey appkey licensekey subscriptionkey storagekey encryptkey decryptionkey cryptokey sessionkey
    servicekey adminkey keymaterial presharedkey psk clave_api cipherkey jwtkey ingestkey validationkey machinekey
    """.split()
)

KEY_QUALIFIERS = frozenset(
    """
    api access private signing sign encryption encrypt decryption master secret auth account shared preshared
    subscription app application service deploy consumer license licence hmac aes des crypto cipher jwt webhook
    admin tls ssl functions functionapp ingest ingestion bot stripe openai anthropic sendgrid mailgun twilio maps
    google firebase fcm datadog newrelic sentry algolia azure aws gcp s3 minio cosmos fernet token session cookie
    validation machine vault unseal wireguard wg wifi wpa project server user merchant payment gateway integration
    rest write read backup restore salt symmetric data kms dek kek jwe jws oauth sso saml totp sdk billing partner
    internal recovery provisioning enrollment enrolment activation pairing
    """.split()
)

CREDENTIAL_WORDS = frozenset(
    """
    credential credentials creds cred auth salt pepper sessionid seed pin connectionstring dsn sas
    kredensial kredential zugangsdaten
    """.split()
)

COMPOUND_KEYS = frozenset(
    """
    primary foreign sort partition cache public routing idempotency row column object map hash dict lookup index
    group composite unique natural surrogate candidate i18n translation message hot shortcut arrow dedup dedupe
    local range redis bucket registry field json yaml item entry property metadata label query react next prev
    left right up down enter escape tab any parent child order search menu modifier meta shift ctrl alt function
    host known site websocket socket plugin class name names type key value
    """.split()
)
"""Words before `key` that make it a key of a table, not of a lock."""

DENY_LAST = frozenset(
    """
    name names ref refs path paths file files filename url urls uri uris type types header headers field fields
    label labels hint hints policy policies length len min max ttl count limit limits id ids provider providers
    encoder rotation enabled disabled format formats input inputs button reset required prompt message messages
    msg error errors err regex regexp pattern patterns validator validation strength placeholder title description
    desc help env var vars variable parameter param params prefix suffix column columns attribute attributes attr
    property properties class selector element elem dialog form view page screen route routes endpoint endpoints
    method methods mode algorithm alg algo digest checksum version status state store stores manager service
    factory handler helper generator size sizes bits start end offset index position kind source scope scopes
    audience issuer expiry expire expires expired expiration expiring age date time timeout timestamp at on by
    changed updated created exists valid invalid missing location dir directory folder extension ext comment note
    notes category group groups role roles user username owner host port server domain realm region zone interval
    period days hours minutes seconds ms retries attempts history renewal renew refresh lifetime duration validity
    cookiename usage permissions encoding encrypted serializer deserializer processor parser resolver filter
    interceptor middleware guard strategy config configuration settings options template schema model entity dto
    request response event events action actions list set map array stream buffer iterator reader writer loader
    builder cache repository dao controller component module package namespace test tests spec example_name icon
    image color style css width height visible hidden visibility toggle show text link anchor tag tags rule rules
    check checks checker score level threshold ratio rate total sum number num order spacing separator delimiter
    char chars character characters flag flags feature support supported allowed denied optional default_name exp
    mount volume alias backend engine vault uuid arn topic queue table row doc docs annotation annotations
    created_at info data_type hash_algorithm expr expression statement node kinds context callback listener
    """.split()
)
"""Last words of a name that speak *about* a secret."""

DENY_FIRST = frozenset(
    """
    is has have no without require requires required show hide toggle forgot forget forgotten invalid missing
    error err errors enable disable allow supports support validate wrong incorrect max min num count total
    expired unknown unexpected can should must needs need skip ignore public unmatched mismatched mismatch on
    handle label title i18n lbl txt msg
    """.split()
)
"""First words of a name that make it a question or a message."""

DENY_BEFORE_TOKEN = frozenset(
    """
    next previous prev continuation sync page cancellation cancel lexer syntax peek current last first eof max num
    min special start stop pad mask unk bos eos cls sep word number string operator keyword comment input output
    prompt completion total resume cursor delta change csrf xsrf semantic design color bracket end newline parse
    parser text expected
    """.split()
)
"""Words before `token` that make it a grammar's, a model's or a cursor's."""

TRAILING = frozenset(
    """
    prod production dev development stage staging test qa uat local live sandbox old new backup bak value val
    default plain plaintext clear cleartext raw base64 b64 hex str string bytes literal primary secondary base
    current previous real tmp temp copy again confirm confirmation v1 v2 example sample content contents data body
    field_value hash encoded fallback equals equalsignorecase contentequals
    """.split()
)
"""Words behind a secret's name that change nothing."""

WEAK_VALUES = frozenset(
    """
    changeme changeit password passwd passw0rd password1 password123 secret secrets example test tests testing
    dummy none admin root guest default user username token key apikey foo bar baz foobar foobarbaz 1234 12345
    123456 1234567 12345678 123456789 0000 1111 pass passphrase postgres postgresql mysql mariadb rabbitmq minio
    minioadmin mongo redis sa demo sample qwerty letmein abc abc123 abcd pwd mypassword mysecret mytoken mykey
    secretkey accesskey topsecret supersecret empty unset unknown keycloak grafana elastic docker vagrant
    credential credentials auth authorization bearer basic session fake mock stub invalid wrong valid correct
    hello value string text
    """.split()
)
"""Values that protect nothing: kept and reported as weak defaults."""

EMPTY_VALUES = frozenset(
    """
    null nil none undefined true false yes no on off ~ n/a na void nan any always never auto disabled enabled
    optional required prompt ask inherit
    """.split()
) | {"", "void 0"}

TYPE_WORDS = frozenset(
    """
    string str text int integer number float double bool boolean bytes byte char varchar object array list any
    uuid secretstr id option optional long short unknown never symbol date datetime timestamp nvarchar blob binary
    base64 hex password file env
    """.split()
)

PLACEHOLDER_STARTS = (
    "your", "replace", "insert", "enter", "put", "change", "todo", "tbd", "fixme", "placeholder", "redacted",
    "masked", "hidden", "removed", "censored", "provide", "fill", "set-", "set_", "add-", "add_", "paste", "specify",
    "configure", "choose", "please",
)
"""Words that ask the reader to put the value in. Words that only belittle it (example, dummy, fake, my) are no reason to let it out."""

REFERENCE_STARTS = (
    "vault:", "op://", "ref+", "ssm:", "arn:", "secretsmanager:", "env:", "env.", "file:", "awskms:", "gcpkms:",
    "azurekv:", "keyvault:", "@microsoft.keyvault(", "sm://", "secret://", "keychain:", "gcp:", "gsm:", "aws-ssm:",
    "awssm:", "secrets.", "secret:", "secretref:", "parameterstore:", "akv:", "bws:", "doppler:", "infisical:",
    "conjur:", "projects/", "gopass:", "pass:", "keyring:", "cmd:", "$(", "{{", "process.env", "os.environ", "sops:",
    "k8s:", "aws:", "pki:", "!ref", "!sub", "!getatt", "!env", "!secret", "!importvalue", "!vault", "!reference",
    "fn::", "var.", "local.", "data.", "module.", "each.", "self.", "this.", "lookup(", "hiera(", "dapr:",
    "classpath:", "http://", "https://", "/run/secrets",
)

ENCRYPTED_STARTS = (
    "enc(", "enc[", "{cipher}", "$ansible_vault", "vault:v1:", "encrypted:", "sops:", "aqicah", "aqeca", "{aes}",
    "dec(", "dec::", "enc:v", "enc:", "eyaml", "-----begin pgp message", "-----begin age encrypted",
    "age-encryption.org", "kms:", "cipher:", "crypted:", "jasypt",
)

BIGRAMS = frozenset(
    """
    ab ac ad ag ai ak al am an ap ar as at au av ay ba bb be bi bl bo br bs bu ca cc ce ch ci ck cl co cr cs ct cu
    cy da dd de di dl do dr ds du ea ec ed ee ef eg ei el em en ep eq er es et ev ew ex fa fe ff fi fl fo fr ft fu
    ga ge gh gi gl gn go gr gs ha he hi ho ht ia ib ic id ie if ig il im in io ip ir is it iv iz ke ki ks la ld le
    li ll lo ls lt lu ly ma mb me mi mm mo mp ms mu na nc nd ne nf ng ni nk nl nn no np ns nt nu nv ob oc od of og
    oi ok ol om on oo op or os ot ou ov ow pa pe pi pl po pp pr ps pt pu py qu ra rc rd re rg ri rk rl rm rn ro rp
    rr rs rt ru ry sa sc se sh si sl so sp ss st su sy ta tc te th ti tl tm to tp tr ts tt tu ty ua ub uc ue ui ul
    um un up ur us ut va ve vi wa we wi wo xp xt yp ys ze
    """.split()
)
"""Pairs of letters that make up nine tenths of all pairs inside the words of program texts; of random letters they make up a third."""

KEYWORDS = (
    "pass", "pwd", "psw", "secret", "token", "key", "cred", "auth", "psk", "jwt", "bearer", "_pw", "-pw", ".pw",
    "rootpw", "bindpw", "adminpw", "userpw",
    "dbpw", "smtppw", "mailpw", "loginpw", "sshpw", "ldappw", "ftppw",
    " pw", '"pw', "'pw", "\tpw", "otp", "salt", "pepper", "mnemonic", "seed", "cookie",
    "session", "sas", "dsn", "sandi", "contrase", "contrasinal", "clave", "senha", "kennwort", "losung", "motdepasse",
    "mot_de_passe", "mot-de-passe", "mdp", "wachtwoord", "haslo", "hasło", "parol", "пароль", "mima", "密码", "密碼",
    "口令", "パスワード", "비밀번호", "암호", "senord", "salasana", "adgangskode", "kodeord", "jelsz", "heslo", "sifre", "şifre",
    "lozinka", "geslo", "matkhau", "mat_khau", "รหัสผ่าน", "पासवर्ड", "סיסמה", "geheim", "segredo", "rahasia",
    "секрет", "токен", "密钥", "密鑰", "令牌", "jeton", "connectionstring", "connection_string", "zugangsdaten", "zaporka",
    "slapta", "κωδικός", "kredensial", "signature",
    *(f"{host}{between}pat" for host in ("github", "gitlab", "gh", "ado", "devops") for between in ("", "_", "-", ".")),
)
"""What the key-name layer looks for in the lower-case text before it reads anything."""
