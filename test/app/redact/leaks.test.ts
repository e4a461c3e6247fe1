import { describe, expect, test } from 'vitest'
import { anywhere, onAnnasLaptop } from './stage.ts'

test('remaining secrets are reported with their place, and are not shown', () => {
  const text =
    'first line\n  see /home/anna/work/bank/x and mia@corp.de\n\nkey ghp_abcdefghijklmnopqrstuvwxyz0123456789.\n'
  expect(onAnnasLaptop().leaks(text)).toEqual([
    {
      what: 'working directory',
      line: 2,
      column: 7,
      text: '/home/anna/work/bank',
      excerpt: '  see ‹working directory›/x and ',
    },
    { what: 'e-mail address', line: 2, column: 34, text: 'mia@corp.de', excerpt: '/x and ‹e-mail address›' },
    {
      what: 'key',
      line: 4,
      column: 5,
      text: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
      excerpt: 'key ‹key›.',
    },
  ])
})

const key = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
const masked = `ghp_${'x'.repeat(36)}`

test.each([
  ['a name of a sign', key.replace('_', '&lowbar;'), masked],
  ['numbers', Array.from(key, (char) => `&#${char.charCodeAt(0)};`).join(''), masked],
  [
    'hexadecimal numbers',
    Array.from(key, (char) => `&#x${char.charCodeAt(0).toString(16)};`).join(''),
    masked,
  ],
  ['a backslash', key.replace('_', String.raw`\_`), masked],
  ['strong letters', 'ghp_abcdefgh**ijkl**mnopqrstuvwxyz0123456789', masked],
  ['strong letters at its start', '**ghp_ab**cdefghijklmnopqrstuvwxyz0123456789', masked],
  ['emphasis at its end', 'ghp_abcdefghijklmnopqrstuvwxyz01234567*89*', masked],
  ['marks in marks', 'ghp_ab**_cdefghijklmnop_**qrstuvwxyz0123456789', masked],
  ['marks beside its own sign', 'ghp**_abcdefghijkl**mnopqrstuvwxyz0123456789', masked],
  ['code', 'ghp_ab`cdefghijklmnop`qrstuvwxyz0123456789', masked],
  ['struck letters', 'ghp_ab~~cdefghijklmnop~~qrstuvwxyz0123456789', masked],
  ['a tag', 'ghp_ab<b>cdefghijklmnop</b>qrstuvwxyz0123456789', masked],
  ['a link', 'ghp_ab[cdefghijklmnop](https://x.org)qrstuvwxyz0123456789', masked],
  ['a blank of no width', 'ghp_abcdefghijklmnop\u200bqrstuvwxyz0123456789', masked],
  ['a soft hyphen', 'ghp\u00ad_abcdefghijklmnop&shy;qrstuvwxyz0123456789', masked],
  ['several of these', 'ghp&lowbar;**\u200bab**cdefghijklmnop\u00ad**~~qr~~**stuvwxyz0123456789', masked],
  ['strong signs', 'mia**@**corp**.**de', 'person1@example.com'],
  ['an e-mail address with an entity', 'mia&#64;corp.de', 'person1@example.com'],
])('what markdown shows is redacted also where it is written with %s', (_, written, redacted) => {
  const redactor = onAnnasLaptop()
  expect(redactor.leaks(`# Plan & more\n\nuse ${written} here`)).toMatchObject([
    { line: 3, column: 5, text: written },
  ])
  const text = redactor.text(`AT&amp;T uses ${written}, a\\_b`)
  expect(text).toBe(`AT&amp;T uses ${redacted}, a\\_b`)
  expect(redactor.text(text)).toBe(text)
})

test('words of a page that tags set apart are not read as one', () => {
  const page = `see https://example.com/x?token=${'x'.repeat(30)}</td><td class="a">12s</td>, a<br>b`
  expect(onAnnasLaptop().leaks(page)).toEqual([])
})

test('at most a hundred are kept', () => {
  expect(onAnnasLaptop().leaks('anna\n'.repeat(1000))).toHaveLength(100)
})

test('half an emoji is not shown', () => {
  const [leak] = onAnnasLaptop().leaks(`${'😀'.repeat(40)} anna ${'😀'.repeat(40)}`)
  expect(leak?.excerpt.isWellFormed()).toBe(true)
})

test('a known host is found at the end of a row', () => {
  expect(onAnnasLaptop().leaks('http://annas-thinkpad…')).toHaveLength(1)
  expect(onAnnasLaptop().leaks('http://annas-thinkpad\n')).toHaveLength(1)
})

describe('a replacement that the end of a row cuts is no leak', () => {
  const redactor = anywhere()
  const whole = redactor.text(
    '/home/robert/x mia@corp.de https://ci.acme.de/x 10.1.2.3 fe80::1ff:fe23:4567:890a /home/mia/y API_KEY=q1w2e3r4 ghp_abcdefghijklmnopqrstuvwxyz http://10.1.2.4:8080/x postgres://admin:hunter2pass@db.internal:5432/x',
  )
  test.each(Array.from({ length: whole.length }, (_, at) => at))('cut at %i', (at) => {
    expect(redactor.leaks(whole.slice(0, at))).toEqual([])
    expect(redactor.leaks(whole.slice(at))).toEqual([])
    expect(redactor.leaks(`${whole.slice(0, at)}\n${whole.slice(at)}`)).toEqual([])
    expect(redactor.leaks(`${whole.slice(0, at)}… │ ${whole.slice(at)}`)).toEqual([])
  })
})
