import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { KeyInput } from '../../../src/terminal/reports/key-input.ts'
import type { TerminalReport } from '../../../src/app/ports/terminal-keys.ts'

const esc = '\u001b'

interface Stage {
  /** Lets time pass. */
  pass(ms: number): void
  readonly keys: string[]
  readonly reports: TerminalReport[]
  type(text: string): Promise<void>
}

function stage(): Stage {
  let nowMs = 0
  const timers = new Map<() => void, number>()
  const after = (delayMs: number, run: () => void): (() => void) => {
    timers.set(run, nowMs + delayMs)
    return () => timers.delete(run)
  }
  const stdin = new PassThrough()
  const reports: TerminalReport[] = []
  const keys: string[] = []
  const input = new KeyInput(stdin as unknown as NodeJS.ReadStream, { after })
  input.onReport = (report) => reports.push(report)
  stdin.setEncoding('utf8')
  const onReadable = (): void => {
    for (let chunk = input.read(); chunk !== null; chunk = input.read()) keys.push(chunk)
  }
  input.addListener('readable', onReadable)
  return {
    pass(ms) {
      nowMs += ms
      for (const [run, dueMs] of timers) {
        if (dueMs > nowMs) continue
        timers.delete(run)
        run()
      }
    },
    keys,
    reports,
    async type(text) {
      stdin.write(text)
      await new Promise(setImmediate)
    },
  }
}

test('reports are told, and keys are read', async () => {
  const { keys, reports, type } = stage()
  await type(`j${esc}[<0;1;1Mk`)
  expect(keys.join('')).toBe('jk')
  expect(reports).toMatchObject([{ action: 'press', column: 0, row: 0 }])
})

test('an escape that nothing follows is a key after a moment', async () => {
  const { pass, keys, type } = stage()
  await type(esc)
  expect(keys).toEqual([])
  pass(20)
  expect(keys).toEqual([esc])
})

test('a report in two parts is one, however late the second comes', async () => {
  const { pass, keys, reports, type } = stage()
  await type(`${esc}[<0;1`)
  pass(500)
  await type('0;5M')
  expect(keys).toEqual([])
  expect(reports).toMatchObject([{ column: 9, row: 4 }])
})

test.each([
  ['[<0;1', '0;5M'],
  ['[?62;2', '2c'],
  [']11;rgb:ff', 'ff/ffff/ffff\u001b\\'],
  [']11;rgb:ffff/ffff/ffff', '\u0007'],
  [']11;rgb:ffff/ffff/ffff\u001b', '\\'],
])('the second part of ESC %j types nothing, however late it comes', async (first, second) => {
  const { pass, keys, type } = stage()
  await type(`${esc}${first}`)
  pass(60_000)
  await type(`${second}j`)
  await type(`0M5c`)
  expect(keys.join('')).toBe('j0M5c')
})

test.each(['[<0;1', '[?62;2', ']11;rgb:ff'])(
  'the keys after ESC %j, which never ends, are read',
  async (first) => {
    const { pass, keys, type } = stage()
    await type(`${esc}${first}`)
    pass(60_000)
    for (const key of ['M', 'c', '5', '/', 'f']) await type(key)
    expect(keys.join('')).toBe('Mc5/f')
  },
)

test('a report whose second part never comes is forgotten', async () => {
  const { pass, keys, reports, type } = stage()
  await type(`${esc}[<0;1`)
  pass(1500)
  await type('j')
  expect([keys, reports]).toEqual([['j'], []])
})

test('a paste without an end is ended by a second of silence', async () => {
  const { pass, keys, type } = stage()
  await type(`${esc}[200~ab`)
  pass(900)
  await type('c')
  pass(900)
  expect(keys.join('')).toBe(`${esc}[200~abc`)
  pass(100)
  await type('q')
  expect(keys.join('')).toBe(`${esc}[200~abc${esc}[201~q`)
})
