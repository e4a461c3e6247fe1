import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { writeOutput } from '../../../src/outputs/stream/output.ts'

/** A stream that takes so many writes, and then fails. */
function failing(code: string, taken: string[], writes: number): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      if (taken.length === writes) return done(Object.assign(new Error(code), { code }))
      taken.push(chunk)
      done()
    },
  })
}

test('all is written, with a line feed at the end, and the status is that of the command', async () => {
  const taken: string[] = []
  expect(await writeOutput('one\n\ntwo', failing('none', taken, 9), 1)).toEqual({ ok: true, value: 1 })
  expect(taken.join('')).toBe('one\n\ntwo\n')
  expect(await writeOutput('three\n', failing('none', taken, 9))).toEqual({ ok: true, value: 0 })
  expect(await writeOutput('', failing('none', taken, 0))).toEqual({ ok: true, value: 0 })
  expect(taken.join('')).toBe('one\n\ntwo\nthree\n')
})

test('a reader that has enough is no failure', async () => {
  expect(await writeOutput('one\ntwo', failing('EPIPE', [], 1))).toEqual({ ok: true, value: 0 })
})

test.each([0, 1, 2])('a disk that is full after %i lines is one', async (lines) => {
  const message = 'standard output cannot be written (ENOSPC)'
  const written = await writeOutput('one\ntwo\nthree', failing('ENOSPC', [], lines), 1)
  expect(written).toMatchObject({ ok: false, problem: { message, status: 4 } })
})
