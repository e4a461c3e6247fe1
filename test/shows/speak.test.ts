import { expect, test } from 'vitest'
import { safe } from '../../src/lib/text/safe-text.ts'
import { HeldSentences } from '../../src/shows/speak.ts'

test('sentences wait while they must, and come in their order; of very many the last ones', () => {
  const written: string[] = []
  let mustWait = false
  const held = new HeldSentences(
    (sentence) => written.push(sentence),
    () => mustWait,
  )
  held.say([safe`One.`])
  mustWait = true
  held.say([safe`Two.`, safe`Three.`])
  expect(written).toEqual(['One.'])
  held.release()
  expect(written).toEqual(['One.', 'Two.', 'Three.'])
  held.say(Array.from({ length: 10_000 }, (_, at) => safe`${at}.`))
  held.release()
  expect(written.length).toBeLessThan(2600)
  expect(written.slice(-1)).toEqual(['9999.'])
  expect(written[3]).toMatch(/^\d+ sentences are left out\.$/)
})
