import { expect, test } from 'vitest'
import { startState } from '../../src/app/state/app-state.ts'
import { joinWatchers, type WatchedSession, type Watcher } from '../../src/outputs/watcher.ts'
import { stageClock, turnEnded } from './stage.ts'

/** Notes in `told` what it is told; `end` settles with `ended`. */
function noting(name: string, told: string[], ended = Promise.resolve()): Watcher {
  return {
    watch({ folder }) {
      told.push(`${name} watches ${folder}`)
      return {
        onEvent: (event, after, before) => told.push(`${name} ${event.type} ${after === before}`),
        stop: () => told.push(`${name} stops`),
      }
    },
    closing: ({ kind }, withinMs) => told.push(`${name} closing ${kind} ${withinMs}`),
    end: async () => {
      await ended
      told.push(`${name} ended`)
    },
    killNow: () => told.push(`${name} killed`),
  }
}

const state = startState({ infersPlans: true, historyBytes: 0 })
const session: WatchedSession = { state: () => state, clock: stageClock(), folder: '/work', observed: null }

test('of no watchers there is none, and one is itself', () => {
  const one = noting('one', [])
  expect([joinWatchers([]), joinWatchers([null, null])]).toEqual([null, null])
  expect(joinWatchers([null, one])).toBe(one)
})

test('each is told everything, in their order', async () => {
  const told: string[] = []
  const all = joinWatchers([noting('one', told), null, noting('other', told)])
  const watch = all?.watch(session)
  watch?.onEvent(turnEnded(1), state, state)
  watch?.stop()
  all?.closing({ kind: 'done' }, 2000)
  await all?.end()
  all?.killNow()
  const each = ['watches /work', 'turn-ended true', 'stops', 'closing done 2000', 'ended', 'killed']
  expect(told).toEqual(each.flatMap((what) => [`one ${what}`, `other ${what}`]))
})

test('the end is that of the last, and they are awaited at the same time', async () => {
  const told: string[] = []
  let end = (): void => undefined
  const slow = new Promise<void>((resolve) => (end = resolve))
  const ended = joinWatchers([noting('slow', told, slow), noting('fast', told)])?.end()
  void ended?.then(() => told.push('all ended'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toEqual(['fast ended'])
  end()
  await ended
  expect(told).toEqual(['fast ended', 'slow ended', 'all ended'])
})
