import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { openInProcess } from '../support/in-process-app.ts'
import type { Screen } from '../support/open-app.ts'
import { runHere } from '../support/run-app.ts'
import { plan, workingStage } from './stage.ts'

const call = (toolCallId: string, fields: object): object => ({
  sessionUpdate: 'tool_call',
  toolCallId,
  title: `Call ${toolCallId}`,
  ...fields,
})

/** The rows of the panel. */
function panelRows(screen: Screen): readonly string[] {
  const rows = screen.text().split('\n')
  return rows.slice(
    rows.findIndex((each) => each.includes('── Work')),
    rows.findLastIndex((each) => /^ ─+$/.test(each)),
  )
}

test('the work of a step is the same live, in the recording and attached, and leads to the same messages', async () => {
  const file = path.join(emptyFolder(), 'run.ndjson')
  const { agent, screen } = await workingStage({ args: ['--record', file, '--no-animation'] })
  await agent.update(plan('in_progress One', 'pending Two'))
  await agent.update(call('a', { kind: 'read', status: 'completed', locations: [{ path: '/a.ts' }] }))
  const run = { rawInput: { command: 'npm test' }, rawOutput: { exitCode: 2 } }
  await agent.update(call('b', { kind: 'execute', status: 'completed', ...run }))
  await screen.type('w').shows(/› × run +npm test +ended with 2/)
  const live = panelRows(screen)
  const messageOf = async (shown: Screen): Promise<string> => {
    await shown.press('up', 'enter').shows('filter')
    await shown.press('enter').shows('"toolCallId": "a"')
    return /frame \d+/.exec(shown.text())?.[0] ?? ''
  }
  const message = await messageOf(screen)
  expect(message).toMatch(/frame \d+/)
  await screen.type('w').shows(/› ✓ read +\/a\.ts/)
  screen.type('qqq')
  await screen.exit()
  for (const command of ['replay', 'attach']) {
    const again = await openInProcess({ columns: 80, rows: 24, args: [command, file, '--no-animation'] })
    await again.shows('One')
    await again.type(command === 'replay' ? ')w' : 'w').shows(/› × run +npm test +ended with 2/)
    // Where the run is over, a notice takes a row.
    expect(panelRows(again).join('\n').trimEnd()).toBe(live.join('\n').trimEnd())
    expect(await messageOf(again)).toBe(message)
  }
  const text = path.join(path.dirname(file), 'run.txt')
  expect(await runHere({ args: ['render', file, '-o', text, '--keys', '0s:w'] })).toMatchObject({ code: 0 })
  expect(readFileSync(text, 'utf8')).toContain(live.join('\n').trimEnd())
})
