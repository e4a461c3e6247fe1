import { expect, test } from 'vitest'
import { observedKinds } from '../../../src/sources/observed/observed-kinds.ts'
import { emptyFolder, placesIn } from '../../support/observed-session.ts'

test('each kind has a name of its own, and finds nothing in an empty home', async () => {
  expect(new Set(observedKinds.map(({ name }) => name)).size).toBe(observedKinds.length)
  for (const { find, name } of observedKinds) expect(await find(placesIn(emptyFolder())), name).toEqual([])
})

test('no kind recognises a folder of anything else, or what does not exist', async () => {
  const folder = emptyFolder()
  for (const { recognise, name } of observedKinds) {
    expect(await recognise(folder, placesIn(folder)), name).toBeNull()
    expect(await recognise(`${folder}/missing`, placesIn(folder)), name).toBeNull()
  }
})
