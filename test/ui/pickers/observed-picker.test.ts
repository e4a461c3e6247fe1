import { expect, test } from 'vitest'
import type { FoundList, HostState } from '../../../src/app/state/observed.ts'
import { observedPicker } from '../../../src/ui/pickers/observed-picker.ts'
import { stateAfter } from '../../support/app-states.ts'

function machine(name: string, state: HostState['state']): HostState {
  return { name, state, heardAtMs: null, why: '', needsUser: false }
}

function pickerOf(more: Partial<FoundList>): ReturnType<typeof observedPicker> {
  const found = { sessions: [], isLooking: false, sinceMs: 0, ...more }
  return observedPicker({ ...stateAfter(), observed: { found, shown: [] } })
}

test.each([
  [undefined, 'Nothing was written here lately.'],
  [[machine('box', 'connected')], 'Nothing was written here or on box lately.'],
  [[machine('box', 'connecting')], 'Nothing was written here lately. No answer from 1 machine.'],
  [
    [machine('a', 'connected'), machine('b', 'away'), machine('c', 'connecting')],
    'Nothing was written here or on a lately. No answer from 2 machines.',
  ],
])('a list without sessions says which machines it is about: %j', (hosts, words) => {
  const { notes } = pickerOf(hosts === undefined ? {} : { hosts })
  expect(notes?.[0]).toMatchObject({ text: words })
})

test('the start screen names sessions of other machines as such', () => {
  const offers = { all: [], isLooking: false }
  const groups = pickerOf({ hosts: [machine('box', 'connecting')], offers }).items.map(({ group }) => group)
  expect(groups).toEqual(['Sessions'])
})
