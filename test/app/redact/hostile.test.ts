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
}

describe.each(Object.entries(bombs))('many %s', (_, part) => {
  test('are through', { timeout: 60_000 }, () => {
    const text = part.repeat(Math.ceil(characters / part.length))
    expect(() => {
      onAnnasLaptop().text(text)
      onAnnasLaptop().record(frame(0, { method: 'x', params: { text } }))
    }).not.toThrow()
  })
})
