import { describe, expect, test } from 'vitest'
import { anywhere, expectRedacted, frame, redactAll, redactKnowing } from './stage.ts'

function expectAnywhere(text: string, redacted: string): void {
  expectRedacted(anywhere, text, redacted)
}

describe('a password that is a word', () => {
  test.each([
    ['password: swordfish', 'password: xxxxxxxxx'],
    ['the password: swordfish, and then', 'the password: xxxxxxxxx, and then'],
    ['api_key: abcdefghijkl', 'api_key: xxxxxxxxxxxx'],
    ['API key: abcdefghijkl', 'API key: xxxxxxxxxxxx'],
    ['  passphrase: opensesame', '  passphrase: xxxxxxxxxx'],
    ['passphrase: correct horse battery staple', `passphrase: ${'x'.repeat(28)}`],
    ['password: "correct horse battery"', `password: "${'x'.repeat(21)}"`],
    ['DB_PASSWORD="my dog and I"', `DB_PASSWORD="${'x'.repeat(12)}"`],
    ['password: 12345678', 'password: xxxxxxxx'],
    ['run --password swordfish', 'run --password xxxxxxxxx'],
    ['keytool -storepass swordfish', 'keytool -storepass xxxxxxxxx'],
    ['<add key="Password" value="swordfish" />', '<add key="Password" value="xxxxxxxxx" />'],
    ['mysql -u app -pswordfish shop', 'mysql -u app -pxxxxxxxxx shop'],
    ["mysqldump -p'my dog' shop", "mysqldump -p'xxxxxxxx' shop"],
    ['sshpass -p swordfish scp a b', 'sshpass -p xxxxxxxxx scp a b'],
    ['docker login -u app -p swordfish', 'docker login -u app -p xxxxxxxxx'],
    ['curl -u elastic:swordfish http://localhost', 'curl -u elastic:xxxxxxxxx http://localhost'],
    ["curl --user 'app:swordfish' x", "curl --user 'app:xxxxxxxxx' x"],
    ['  -u developer:swordfish', '  -u developer:xxxxxxxxx'],
    ['["curl", "-u", "app:swordfish"]', '["curl", "-u", "app:xxxxxxxxx"]'],
    ['redis-cli -a swordfish ping', 'redis-cli -a xxxxxxxxx ping'],
    ['7z x -pswordfish a.7z', '7z x -pxxxxxxxxx a.7z'],
  ])('%s', expectAnywhere)
})

describe('the replacement of a password', () => {
  test.each([
    [`$2b$12$${'Ab1/'.repeat(13)}A`, `$2b$12$${'x'.repeat(53)}`],
    [`root:$6$saltsalt$${'aB3.'.repeat(4)}:19000:0:99999:7:::`, 'root:$6$xxxxxxxxxxxx'],
    ['{SSHA}c2FsdHNhbHRzYWx0c2FsdHNhbHQ=', `{SSHA}${'x'.repeat(28)}`],
  ])('%s', (text, beginning) => {
    const redacted = anywhere().text(text)
    expect(redacted.startsWith(beginning)).toBe(true)
    expect(anywhere().text(redacted)).toBe(redacted)
  })
})

describe('numbers', () => {
  test.each([
    ['4111 1111 1111 1111, 4111111111111111', 'xxxx xxxx xxxx xxxx, xxxxxxxxxxxxxxxx'],
    ['5555-5555-5555-4444 or 378282246310005', 'xxxx xxxx xxxx xxxx or xxxxxxxxxxxxxxx'],
    ['DE89 3704 0044 0532 0130 00 AND', 'xxxx xxxx xxxx xxxx xxxx xx AND'],
    ['to GB29NWBK60161331926819', `to ${'x'.repeat(22)}`],
    ['ether 3c:22:fb:9a:10:4e, 3C-22-FB-9A-10-4E', 'ether 00:00:5e:00:53:00, 00-00-5E-00-53-00'],
    ['3c22.fb9a.104e', '0000.5e00.5300'],
    [String.raw`\\fileserver\share\x, \\\\fileserver\\share`, String.raw`\\host1\share\x, \\\\host1\\share`],
  ])('%s', expectAnywhere)
})

describe('a user', () => {
  test.each([
    ['ssh alice@', 'ssh user@'],
    ['ssh -i ~/.ssh/id alice@farm7 and alice', 'ssh -i ~/.ssh/id user@host1 and user'],
    [
      'uid=1000(alice) gid=1000(alice) groups=1000(alice),27(sudo)',
      'uid=1000(user) gid=1000(user) groups=1000(user),27(sudo)',
    ],
    ['-rw-r--r--  1 alice staff  123 Nov  2 12:00 x', '-rw-r--r--  1 user staff  123 Nov  2 12:00 x'],
    ['drwxr-xr-x 2 alice alice 4096 Nov 2 12:00 .', 'drwxr-xr-x 2 user user 4096 Nov 2 12:00 .'],
    ['cat ~alice/notes; cd ~alice', 'cat ~user/notes; cd ~user'],
    ['USER=alice', 'USER=user'],
    ['alice:x:1000:1000::/home/alice:/bin/sh', 'user:x:1000:1000::/home/user:/bin/sh'],
    ['sudo -u alice ls', 'sudo -u user ls'],
    [
      '/home/alice/x says alice; Alice, malice, aliceClient',
      '/home/user/x says user; User, malice, aliceClient',
    ],
    [
      '/home/test/x is a test, /home/dashboard/x a dashboard',
      '/home/user/x is a test, /home/user2/x a dashboard',
    ],
  ])('%s', expectAnywhere)

  test('is known from then on, or from the start when the run was read before', () => {
    const said = (t: number, text: string) => frame(t, { method: 'x', params: { text } })
    const records = [said(0, 'alice asks'), said(1, 'see /home/alice/x'), said(2, 'alice is gone')]
    expect(redactAll(anywhere(), records)).toEqual([
      records[0],
      said(1, 'see /home/user/x'),
      said(2, 'user is gone'),
    ])
    expect(redactKnowing(anywhere(), records)[0]).toEqual(said(0, 'user asks'))
  })
})

describe('the folder of a project', () => {
  function inFolder(cwd: string, text: string): string {
    const redactor = anywhere({ workingDirectories: [cwd] }, ['paths'])
    const redacted = redactor.text(text)
    expect(redactor.leaks(redacted)).toEqual([])
    return redacted
  }

  test('is found by its name alone', () => {
    expect(
      inFolder('/home/alice/secret-project', 'secret-project, ../secret-project/src, Secret-Project'),
    ).toBe('project, ../project/src, Project')
    expect(inFolder('/srv/falcon9', 'falcon9.git and falcon99')).toBe('project.git and falcon99')
  })

  test.each(['src', 'app', 'project', 'my-app', 'backend', 'website2', 'bank', 'test-project'])(
    '%s stays',
    (name) => {
      expect(inFolder(`/srv/${name}`, `the ${name} of others`)).toBe(`the ${name} of others`)
    },
  )
})

test('a user in a database URL is not a home folder', () => {
  const redactor = anywhere({ homes: ['/root'], users: ['root'] }, ['paths', 'names'])
  for (const text of [
    'mysql://root:',
    'mysql://root@localhost/x',
    String.raw`mysql:\/\/root:`,
    'mysql%3A%2F%2Froot',
  ])
    expect(redactor.text(text)).toBe(text)
  expect(redactor.text('file:///root/x')).toBe('file:///home/user/x')
})

test('a match that reaches the end of a row that may be cut off is no leak', () => {
  const redactor = anywhere()
  redactor.text('/home/alice/x')
  expect(redactor.leaks('password: handle')).toHaveLength(1)
  expect(redactor.leaks('password: handle', true)).toEqual([])
  expect(redactor.leaks('it is alice', true)).toEqual([])
  expect(redactor.leaks('it is alice here', true)).toHaveLength(1)
})
