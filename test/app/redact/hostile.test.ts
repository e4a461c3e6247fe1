import { describe, expect, test } from 'vitest'
import { frame, onAnnasLaptop } from './stage.ts'

const characters = 200_000

/** Texts that would block an expression that goes back, or a search that begins anew at each character. */
const bombs: Readonly<Record<string, string>> = {
  letters: 'a',
  'letters and dots': 'a.',
  slashes: '/',
  backslashes: '\\',
  homes: '/home/a',
  'percent signs': '%2F',
  'homes in percent signs': '%2Fhome%2Fa',
  'signs of addresses': 'a@',
  addresses: 'a@b.',
  colons: 'ab:',
  'beginnings of keys': 'sk-',
  'beginnings of tokens': 'eyJ',
  'beginnings of blocks': '-----BEGIN A-----',
  secrets: 'password=a1b2c3d4 ',
  'names of secrets': 'token: ',
  'open quotes': "password='",
  cookies: 'cookie: a=b;',
  URLs: 'https://a:b@c.de/?token=abcd1234 ',
  'beginnings of URLs': 'http://',
  numbers: '1.2.3.4.',
  emoji: '😀',
  'empty lines': '\n',
  colours: '\u001b[1m',
  folders: '../',
  options: '-p ',
  'commands and options': 'mysql -pa ',
  'commands in quotes': 'curl -u "a:b ',
  'open quotes of a shell': '"',
  'names and colons': 'a:a:a:',
  'names of services': 'heroku=',
  'cut keys': 'ghp_a1b2c3d4e5f6\n',
  'beginnings of tokens in lines': 'eyJabcdefgh\n',
  'invisible characters': '\u200b',
  'letters and invisible characters': 'a\u200b',
  digits: '4',
  'groups of digits': '4111 ',
  'beginnings of accounts': 'DE89',
  'pairs of digits': 'a1:',
  tildes: '~a/',
  'hashes of passwords': '$6$',
  'lists of files': '-rw-r--r-- 1 ',
  'lists of groups': '1(a),',
  'backslashes and hosts': '\\\\aa\\',
  'logins elsewhere': 'ssh a@',
  'options of ssh': 'ssh -a ',
  phrases: 'seed phrase: word ',
  'long words': 'Aa1-'.repeat(40),
  webhooks: 'hooks.slack.com/services/',
}

describe.each(Object.entries(bombs))('many %s', (_, part) => {
  test('are through', () => {
    const text = part.repeat(Math.ceil(characters / part.length))
    expect(() => {
      onAnnasLaptop().text(text)
      onAnnasLaptop().record(frame(0, { method: 'x', params: { text } }))
    }).not.toThrow()
  })
})

/** Too long for an expression that notes at each character where it may go back to. */
const millions = 9_000_000

describe.each(['A_', 'aB', '\\', '='])('millions of %j', (part) => {
  const long = part.repeat(millions / part.length)

  test('are through behind the beginning of a key', () => {
    expect(() => onAnnasLaptop().text(`sk-ant-${long} eyJ${long}`)).not.toThrow()
  })

  test('are through as a text, and masked where a name tells that they are a secret', () => {
    const redacted = onAnnasLaptop().record(frame(0, { password: `${long}1b`, cookie: `a=7${long}7` }))
    expect(JSON.stringify(redacted)).not.toContain(long.slice(0, 100))
  })
})

test('cookies among cookies are looked through once', () => {
  const text = `${'Cookie:a=b;a'.repeat(100_000)}=z9y8x7w6`
  expect(onAnnasLaptop().text(text)).not.toContain('z9y8')
})
