import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loginCommand, startCommand } from '../../../src/app/words/agent.ts'
import { safeLine } from '../../../src/lib/text/safe-text.ts'

function terminal(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Parameters<typeof loginCommand>[0] {
  return { type: 'terminal', args, env }
}

/** What a shell makes of words, as they are shown on a screen. */
function readByShell(words: readonly string[]): readonly string[] {
  const line = safeLine(words.join(' '))
  const read = execFileSync('bash', ['--norc', '-c', `printf '%s\\0' ${line}`], {
    env: { LC_ALL: 'C.UTF-8' },
  })
  return read.toString().split('\u0000').slice(0, -1)
}

describe('the command that logs in', () => {
  test('is the command of the agent with the arguments of the method', () => {
    expect(loginCommand(terminal(['auth', "it's me"], { KIND: 'a b' }), ['claude', '--x=1']).join(' ')).toBe(
      String.raw`KIND='a b' claude --x=1 auth 'it'\''s me'`,
    )
  })

  test('a shell reads each word unchanged', () => {
    const hostile = fc.constantFrom(
      "'; touch /tmp/pwned #",
      '$(id)',
      '`id`',
      '\u001b[2J',
      '\u202egnp.exe',
      'a\nb',
      "\\'",
      '~',
      '*',
      '-n',
      '!!',
      '日本語 🚀',
      '\u00ad\u200b',
    )
    const anyWord = fc
      .oneof(hostile, fc.string({ unit: 'grapheme' }))
      .filter((word) => !word.includes('\u0000'))
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1, maxLength: 4 }), (words) => {
        expect(readByShell(loginCommand(terminal(words), []))).toEqual(
          words.map((word) => word.toWellFormed()),
        )
      }),
      { numRuns: 40 },
    )
  })

  test('a variable of any name is set, and executes nothing', () => {
    const words = loginCommand(terminal([], { 'A; id': '1', B: '2' }), ['printenv', 'A; id'])
    expect(words.join(' ')).toBe("env 'A; id=1' B=2 printenv 'A; id'")
    expect(execFileSync('bash', ['--norc', '-c', words.join(' ')]).toString()).toBe('1\n')
  })
})

test('the command with environment variables omits their values', () => {
  expect(startCommand(['API_KEY', 'bad name'], ['codex', 'a b']).join(' ')).toBe(
    "API_KEY=… acp-plan-tui -- codex 'a b'",
  )
})
