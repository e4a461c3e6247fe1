import { describe, expect, test } from 'vitest'
import { anywhere } from './stage.ts'

const commit = '43fc912ef59a83054ea7f6706df4d53a7dea4d80'

/** What looks a little like something private, and is not: from programs, lock files, and what gitleaks tells apart. */
const harmless: readonly string[] = [
  // Programs
  'function login(user: User, password: Password): Promise<void> {',
  '  password: string',
  '  readonly apiKey: string | null',
  'const { password, token } = req.body',
  'if (password !== confirmation) throw new Error()',
  'await login({ username, password: form.password, apiKey: config.apiKey })',
  '  password: userInput,',
  '  passphrase: hash(pw),',
  'login(username=username, password=getpass())',
  'def __init__(self, password: str, api_key: Optional[str] = None):',
  'pub password: String,',
  "fetch(url, { credentials: 'include' })",
  'password: z.string().min(8)',
  'const accessKey = keys.access',
  '<input type="password" name="password" placeholder="Your password">',
  'password: "Enter your password"',
  'password: must be at least 8 characters',
  'passphrase: required, api key: optional',
  'the api key: see the documentation',
  'API key rotation and password reset are planned',
  'secret: rotation policy',
  'keyword: "Befaehigung_P2"',
  'keyPressed = kVK_Return.u16',
  'KeyPair = X25519.KeyPair',
  'schemaKey = "DOC_Vector_5_32"',
  '"bucket_key": "SalesResults-1.2"',
  'rapidstring:marm64-uwp=fail',
  'event-bus-message-api:rc0.15.0_20231217_1420-SNAPSHOT',
  'COMMUNICATION_API_VERSION=rc0.13.0_20230412_0712-SNAPSHOT',
  "credentialsId: 'ff083f76-7804-4ef1-80e4-fe975bb9141b'",
  '"kms_key_id": "555ea4a3-d53a-4412-9c66-3a7cb667b0d6"',
  'clientId = "73082700-1f09-405b-80d0-3131bfd6272d"',
  '<UserSecretsId>79a3edd0-2092-40a2-a04d-dcb46d5ca9ed</UserSecretsId>',
  'password combination.\n\nR5: Regulatory--21',
  'GITHUB_API_KEY=\nDYNATRACE_API_KEY=',
  's.makeKubeConfigController = args',
  's.AcceptanceTimeoutSeconds',
  'hf_hub_download npm_config_registry sk-learn-contrib secret_manager_client_v2',
  'xoxb-xxx key-value pubkey-auth pat.example.com api-gateway-2',
  // Commands
  'mkdir -p src/app && ssh -p 2222 build && docker run -p 8080:80 -u node:node image',
  'docker run -u 1000:1000 node:20',
  'curl -u "${USER_NAME}:${PASSWORD}" https://example.com',
  'curl -u <user:password> https://example.com',
  'mysql -p shop < dump.sql',
  'tar -pxf a.tar; cp -pr a b; zip -r a.zip b',
  'run it with --password to be asked, or with --token TOKEN',
  'chown root:root /etc/hosts; sudo -u postgres psql; su - root',
  'uid=0(root) gid=0(root) groups=0(root),27(sudo)',
  '-rw-r--r-- 1 root root 1234 Nov 22 10:00 package.json',
  'root:x:0:0:root:/root:/bin/bash',
  'mysql://root@localhost/shop',
  '~5 minutes, ~/notes, ~~gone~~, ~1.2.0',
  // Numbers
  `commit = "${commit}"`,
  `SRCREV_moby = "${commit}"`,
  `sentry_release=${commit}`,
  'index 83db48f..bf269f4 100644',
  '"integrity": "sha512-9uDxOHTIuTZbEMvZHmv9FKUZTQqXFvsRmEuEZRxLtOMcDkpqTWFIuIbK6yBcR2bzdmfXqTS0YyyXRBdGzl5CDg=="',
  'golang.org/x/oauth2 v0.15.0 h1:s8pnnxNVzjWyrvYdFUQq5llS1PX2zhPXmccZv99h7uQ=',
  'checksum = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
  '9244eaec-96dc-49bd-bfae-5df23b0cecc2',
  '1732262400000 and 1732262400000000 and 1732262400000000000',
  '9007199254740991, 18446744073709551615, 3.14159265358979323846, 0.4111111111111111',
  '4111111111111112 and 4111 1111 1111 1112',
  'DE89 3704 0044 0532 0130 01, GB29 and NO15',
  '12:34:56, 2024-11-22-10-11-12, 1.2.3.4.5, 20.11.1, 12.34.56',
  'MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48 00:00:00:00:00:00 ff:ff:ff:ff:ff:ff',
  // Backslashes
  String.raw`src\\main\\java C:\\Windows\\System32 \\wsl$\Ubuntu \\?\C:\x "\\d+\\.\\w" \\begin\\end`,
  String.raw`"^\\s+(\\w+)\\s*$" and "\\n\\t"`,
  // Signs that nobody sees
  '👩‍💻 codes, می‌خواهم, and soft\u00adhyphens are read',
]

describe('text without private data is not changed', () => {
  test.each(harmless)('%s', (text) => {
    expect(anywhere().text(text)).toBe(text)
    expect(anywhere().leaks(text)).toEqual([])
  })
})
