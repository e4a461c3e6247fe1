import { describe, expect, test } from 'vitest'
import { anywhere, expectRedacted, onAnnasLaptop } from './stage.ts'

function expectOnLaptop(text: string, redacted: string): void {
  expectRedacted(onAnnasLaptop, text, redacted)
}

function expectKept(text: string): void {
  expect(onAnnasLaptop().text(text)).toBe(text)
}

describe('paths', () => {
  test.each([
    ['cd /home/anna/work/bank/src', 'cd /home/user/project/src'],
    ['/home/anna/notes.md and /home/bob', '/home/user/notes.md and /home/user3'],
    ['/srv/build/shop/x, /srv/build/shop-2', '/home/user/project2/x, /srv/build/shop-2'],
    ['/home/anna/work/bank.', '/home/user/project.'],
    ['/home/anna/work/bank.old', '/home/user/work/bank.old'],
    ['"/Users/Carla/x": 1', '"/Users/user3/x": 1'],
    [String.raw`C:\Users\Dora\a.ts`, String.raw`C:\Users\user3\a.ts`],
    [String.raw`C:\Users\Dora Smith\a.ts`, String.raw`C:\Users\user3\a.ts`],
    [String.raw`c:\\users\\Dora\\a.ts`, String.raw`c:\\users\\user3\\a.ts`],
    [String.raw`{\"path\":\"C:\\\\Users\\\\Dora\"}`, String.raw`{\"path\":\"C:\\\\Users\\\\user3\"}`],
    ['C:/Users/Dora/a.ts', 'C:/Users/user3/a.ts'],
    ['/mnt/c/Users/Dora/a.ts', '/mnt/c/Users/user3/a.ts'],
    [String.raw`\\wsl$\Ubuntu\home\dora\a`, String.raw`\\wsl$\Ubuntu\home\user3\a`],
    ['file:///home/anna/work/bank/a%20b', 'file:///home/user/project/a%20b'],
    ['file:///c%3A/Users/Dora/x', 'file:///c%3A/Users/user3/x'],
    ['vscode://file/home/dora/x', 'vscode://file/home/user3/x'],
    ['?path=%2Fhome%2Fanna%2Fwork%2Fbank%2Fx', '?path=%2Fhome%2Fuser%2Fproject%2Fx'],
    ['%252Fhome%252Fdora%252Fx', '%252Fhome%252Fuser3%252Fx'],
    ['/home/d%C3%B6ra/x, /home/döra/x', '/home/user3/x, /home/user3/x'],
    ['~/.claude/projects/-home-anna-work-bank/x', '~/.claude/projects/-home-user-project/x'],
    ['/var/home/dora, ../../home/dora', '/var/home/user3, ../../home/user3'],
    ['\u001b[34m/home/dora\u001b[0m', '\u001b[34m/home/user3\u001b[0m'],
    [String.raw`first\n/home/dora/x`, String.raw`first\n/home/user3/x`],
    ['/home/user/project/x', '/home/user/project/x'],
  ])('%s', expectOnLaptop)

  test.each([
    'src/home/index.ts',
    'https://docs.python.org/home/page',
    'GET /users/list HTTP/1.1',
    '/api/home/page',
    'import x from "./home/page"',
    '/Users/Shared/x and C:\\Users\\Public\\x',
    'the /home folder, $HOME, /home/$USER, /home/<name>',
    '/etc/hosts /usr/bin/node /tmp/x.log',
  ])('%s stays', expectKept)

  test('home folders in unusual places', () => {
    const known = { homes: ['/root', '/', 'D:\\Dora'], workingDirectories: ['/root/bank', '/', '/tmp'] }
    const redactor = anywhere(known, ['paths'])
    expect(redactor.text('/root/x, /root, src/root/x, /rooted, /root-x, /tmp/x, / and /root/bank/y')).toBe(
      '/home/user/x, /home/user, src/root/x, /rooted, /root-x, /tmp/x, / and /home/user/project/y',
    )
    expect(redactor.text(String.raw`D:\Dora\x d:/dora/x file:///d%3A/Dora/x`)).toBe(
      String.raw`D:\Users\user2\x d:/Users/user2/x file:///d%3A/Users/user2/x`,
    )
    expect(anywhere().text('/root/x')).toBe('/root/x')
  })
})

describe('names', () => {
  test.each([
    ['anna, Anna and ANNA; annabel, Susanna', 'user, User and USER; annabel, Susanna'],
    ['backup_anna.tar, anna-dev', 'backup_user.tar, user-dev'],
    [String.raw`\nanna`, String.raw`\nuser`],
    ['Björn and björn; BJÖRNS', 'User2 and user2; BJÖRNS'],
    ['mia@corp.de wrote to Mia <MIA@corp.de>', 'person1@example.com wrote to Mia <person1@example.com>'],
    ['mailto:mia%40corp.de?x', 'mailto:person1%40example.com?x'],
    ['mia+news@mail.corp.co.uk', 'person1@example.com'],
    [String.raw`by\nmia@corp.de`, String.raw`by\nperson1@example.com`],
    ['ssh mia@buildbox:~/x', 'ssh user3@host2:~/x'],
    ['first ssh mia@farm7, then scp -r mia@farm7:x', 'first ssh user3@host3, then scp -r user3@host3:x'],
    ['👩‍💻anna😀', '👩‍💻user😀'],
  ])('%s', expectOnLaptop)

  test.each([
    'git@github.com:acme/shop.git',
    'someone@example.com, person7@example.com',
    'npm i left-pad@1.3.0 @types/node@20 typescript@latest',
    'logo@2x.png',
    'ask mia@farm7 about ssh, or npx tool@next',
    'the root cause, a user, the host, a test, will mark it',
  ])('%s stays', expectKept)
})

const anthropic = 'sk-ant-api03-AAbb11CCdd22EEff33_44-55'
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'

describe('keys', () => {
  test.each([
    [anthropic, 'sk-ant-api03-xxxxxxxxxxxxxxxxxxxxx-xx'],
    ['sk-abcdefghijklmnopqrst0123', 'sk-xxxxxxxxxxxxxxxxxxxxxxxx'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', `ghp_${'x'.repeat(36)}`],
    ['AKIAIOSFODNN7EXAMPLE', `AKIA${'x'.repeat(16)}`],
    ['xoxb-123456789012-abcdefghijkl', 'xoxb-xxxxxxxxxxxx-xxxxxxxxxxxx'],
    [jwt, jwt.replace(/(?<!^|^e|^ey)[^.]/g, 'x')],
    [
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA1234\nab+/==\n-----END RSA PRIVATE KEY-----',
      '-----BEGIN RSA PRIVATE KEY-----\nxxxxxxxxxxxxxxxxxxxx\nxxxxxx\n-----END RSA PRIVATE KEY-----',
    ],
    [String.raw`-----BEGIN PRIVATE KEY-----\nMIIE\n`, String.raw`-----BEGIN PRIVATE KEY-----\nxxxx\n`],
    ['aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG', 'x'.repeat(35)],
    ['kD8sP2qLx/9vTfR3mNbW7zYcA1eGhJ5uK+oI6tQ4', 'x'.repeat(40)],
    ['password=hunter2', 'password=xxxxxxxx'],
    ['PASSWORD: "hunter2hunter2"', 'PASSWORD: "xxxxxxxxxxxxxx"'],
    [String.raw`{\"api_key\": \"abc123def456\"}`, String.raw`{\"api_key\": \"xxxxxxxxxxxx\"}`],
    ['export GITHUB_TOKEN=abcdefgh', 'export GITHUB_TOKEN=xxxxxxxx'],
    ['run --api-key abc123def --token=t0psecret', 'run --api-key xxxxxxxxx --token=xxxxxxxxx'],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer xxxxxxxxxxx'],
    ["-H 'Authorization: Basic YW5uYTpodW50ZXIy'", "-H 'Authorization: Basic xxxxxxxxxxxxxxxx'"],
    ['Set-Cookie: sid=a1b2c3; Path=/; theme=dark', 'Set-Cookie: sid=xxxxxxxx; Path=/; theme=xxxxxxxx'],
    ['Cookie: sid="a1b2c3"; theme=dark', 'Cookie: sid="xxxxxxxx"; theme=xxxxxxxx'],
    ['postgres://app:hunter2@localhost:5432/x', 'postgres://app:xxxxxxxx@localhost:5432/x'],
    ['https://github.com/x?access_token=abc123&y=1', 'https://github.com/x?access_token=xxxxxxxx&y=1'],
    ['password=hunter2pass; later hunter2pass', 'password=xxxxxxxxxxx; later xxxxxxxxxxx'],
  ])('%s', expectOnLaptop)

  test.each([
    '0123456789abcdef0123456789abcdef01234567',
    'sha512-9uDxOHTIuTZbEMvZHmv9FKUZTQqXFvsRmEuEZRxLtOMcDkpqTWFIuIbK6yBcR2bzdmfXqTS0YyyXRBdGzl5CDg==',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'toolu_01A09q90qw90lq917835lq9Xy1234567',
    'session_59ece41a-bb6a-42d5-a40f-137c9c644d8b',
    'AbstractSingletonProxyFactoryBeanHolder2',
    'src/components/HeaderNavigation/Header2/index.ts',
    'the token: identifier; const token = lexer.next()',
    'const password = req.body.password',
    'password=$PASSWORD, API_KEY=${API_KEY}, TOKEN=<token>',
    'sk-learn-contrib-package npm_config_registry hf_hub_download',
    'Bearer authentication, Basic authentication, Authorization: Bearer TOKEN',
    '{"maxTokens": 4096, "tokenCount": 12}',
    'API_KEY=xxxxxxxx',
  ])('%s stays', expectKept)
})

describe('hosts', () => {
  test.each([
    ['annas-thinkpad, Annas-ThinkPad.local', 'host1, host1.example'],
    ['buildbox and buildbox.corp.acme.de', 'host2 and host2.example'],
    ['https://jira.acme.de/x then jira.acme.de', 'https://host3.example/x then host3.example'],
    ['http://intern:8080/x', 'http://host3:8080/x'],
    ['ci.acme.com and db.internal', 'host3.example and host4.example'],
    ['http://192.168.1.17:8080 and 10.0.0.3', 'http://192.0.2.1:8080 and 192.0.2.2'],
    ['fe80::1ff:fe23:4567:890a, [2001:4860:4860::8888]:80', '2001:db8::1, [2001:db8::2]:80'],
    ['git@gitlab.acme.com:x/y.git', 'git@host3.example:x/y.git'],
  ])('%s', expectOnLaptop)

  test.each([
    'http://localhost:3000 127.0.0.1 ::1 0.0.0.0 [::1]:80',
    'https://docs.python.org/3 https://github.com/x/y https://code.claude.com/docs',
    'example.com, http://a.example.org, x.test',
    'version 1.2.3, Chrome/120.0.6099.109, 12:34:56, std::vector<int>, a::b',
    'Math.max foo.bar.ts settings.local.json module.internal.x process.env.net',
    'memory://plans/main',
  ])('%s stays', expectKept)
})

test('only what is asked for', () => {
  const text = 'anna@corp.de in /home/anna on annas-thinkpad with ghp_abcdefghijklmnopqrst'
  const key = `ghp_${'x'.repeat(20)}`
  expect(onAnnasLaptop(['paths']).text(text)).toBe(text.replace('/home/anna', '/home/user'))
  expect(onAnnasLaptop(['names']).text(text)).toBe(
    text.replace('anna@corp.de', 'person1@example.com').replace('/home/anna', '/home/user'),
  )
  expect(onAnnasLaptop(['keys']).text(text)).toBe(text.replace(/ghp_\w+/, key))
  expect(onAnnasLaptop(['hosts']).text(text)).toBe(text.replace('annas-thinkpad', 'host1'))
  expect(onAnnasLaptop([]).text(text)).toBe(text)
})
