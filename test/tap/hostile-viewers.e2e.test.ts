import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { echo, echoes, socketIn, startTap, until, watchTap, type Watched } from './tap-run.ts'

describe('a viewer', () => {
  test('that is refused and keeps its side open is closed all the same', async () => {
    const run = startTap(echo)
    const socket = await socketIn(run.runtime)
    const viewers: Watched[] = []
    for (let at = 0; at < 16; at++) viewers.push(await watchTap(run.runtime))
    await until(() => viewers.every((viewer) => viewer.lines().length === 1))
    const halfOpen = Array.from({ length: 300 }, () => {
      const made = connect({ path: socket, allowHalfOpen: true })
      onTestFinished(() => void made.destroy())
      // Never reads, and never ends.
      return made.on('error', () => undefined).pause()
    })
    // Writing fails once nobody can read it any more.
    await until(() => {
      for (const made of halfOpen) if (!made.destroyed) made.write('x')
      return halfOpen.every((made) => made.destroyed)
    })
    expect(await echoes(run, 1_000_000)).toBe(true)
  })

  test('that comes and vanishes, a thousand times, leaves nothing behind', async () => {
    const run = startTap(echo)
    const socket = await socketIn(run.runtime)
    const vanish = async (): Promise<void> =>
      await new Promise((resolve) => {
        const made = connect(socket, () => made.destroy())
        made.on('error', () => undefined).once('close', () => resolve())
      })
    const echoed = echoes(run, 10_000_000)
    for (let round = 0; round < 100; round++) await Promise.all(Array.from({ length: 10 }, vanish))
    expect(await echoed).toBe(true)
    let viewer = await watchTap(run.runtime)
    while (!viewer.has('"tap"')) {
      await until(() => viewer.has('"tap"') || viewer.has('refused'))
      if (!viewer.has('"tap"')) viewer = await watchTap(run.runtime)
    }
    expect(viewer.lines()[0]).toMatchObject({ tap: 'acp-plan-tui' })
  })

  test('that writes is no viewer', async () => {
    const run = startTap(echo)
    const viewer = await watchTap(run.runtime)
    viewer.socket.write('hello')
    await viewer.closed
    expect(run.tap.exitCode).toBeNull()
  })
})
