// Copying, saving and editing plans. The editor is a script, which on a terminal tells what it was given.
import { Buffer } from 'node:buffer'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import type { Screen } from '../support/open-app.ts'
import { selected } from '../support/scripted-agent.ts'
import { heldMs } from '../../src/ui/state/timing.ts'
import { plan, quit, screenModes, workingPtyStage, workingStage } from './stage.ts'

const steps = plan('done Read the parser', 'now Split the tokenizer')
const markdown =
  '# Plan — 1 of 2 done\n\n- [x] Read the parser\n- [ ] **Split the tokenizer** · in progress, 0:00\n'

/** An editor in the folder of a run; it can only be written once that is there. */
function setEditor(screen: Screen, script: string): void {
  const file = path.join(screen.surroundings.folder, 'editor')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

/** The variable that names it: relative to the folder that the program runs in. */
const env = { VISUAL: './editor', EDITOR: 'wrong' }

function files(screen: Screen, begin: string): readonly string[] {
  return readdirSync(screen.surroundings.folder).filter((name) => name.startsWith(begin))
}

function copies(screen: Screen): readonly string[] {
  return [
    ...screen
      .raw()
      .toString('latin1')
      .matchAll(/\u001b\]52;c;([A-Za-z0-9+/=]*)\u0007/g),
  ].map(([, text = '']) => Buffer.from(text, 'base64').toString('utf8'))
}

test('y copies the plan: to a terminal that takes it, else to a file too', async () => {
  const { agent, screen } = await workingStage({ env: { KITTY_WINDOW_ID: '1' } })
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  await screen.type('y').shows('Copied the plan to the clipboard of kitty.')
  expect(copies(screen)).toEqual([markdown])
  expect(files(screen, 'acp-plan-tui-')).toEqual([])
})

test('S saves the plan under a name that may be changed, never over another file', async () => {
  const { agent, screen } = await workingStage()
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  writeFileSync(path.join(screen.surroundings.folder, 'plan.json'), 'mine')
  await screen.type('S').shows('save to › ./plan.md')
  await screen.press('tab').shows('save to › ./plan.json')
  await screen.press('enter').shows('Not saved: there is such a file already.')
  await screen.shows('save to › ./plan.json')
  screen.press('ctrl-u')
  screen.type('mine.json')
  await screen.press('enter').shows('Saved to mine.json')
  const { folder } = screen.surroundings
  expect(readFileSync(path.join(folder, 'plan.json'), 'utf8')).toBe('mine')
  expect(readFileSync(path.join(folder, 'mine.json'), 'utf8')).toContain('"content": "Split the tokenizer"')
  await screen.type('S').shows('save to › ./plan.md')
  await screen.press('enter').shows('Saved to ./plan.md')
  expect(readFileSync(path.join(folder, 'plan.md'), 'utf8')).toContain('- [x] Read the parser\n')
})

test('E: an edited proposal becomes the feedback of its rejection, to be read before it goes', async () => {
  const { agent, screen } = await workingStage({ env })
  setEditor(screen, `sed -i 's/Test it/Test it twice/' "$1"`)
  const text = '# Split\n\n1. Move it\n2. Test it\n'
  const toolCall = { toolCallId: 'call', title: 'Approve?', kind: 'switch_mode', rawInput: { plan: text } }
  const answer = agent.asks(toolCall, 'allow_once Yes', 'reject_once Keep planning')
  await screen.shows('› Keep planning')
  screen.type('E')
  await screen.pass(heldMs)
  await screen.receives('changed in the editor: Proposed plan +1 −1 lines')
  await screen.press('enter').shows('feedback ›')
  await screen.shows('+2. Test it twice')
  screen.press('enter')
  expect(await answer).toEqual(selected('Keep planning'))
  expect(files(screen, 'acp-plan-tui-edit-')).toEqual([])
})

/** Tells the modes of its terminal, reads keys of it one by one, and ends after an x. */
const readingKeys = `
stty -a | grep -o '[-]*icanon\\|[-]*echo ' | tr -d ' ' | tr '\\n' ' '
echo EDITING
stty raw -echo
keys=
while :; do key=$(dd bs=1 count=1 2>/dev/null); [ "$key" = x ] && break; keys="$keys$key"; done
stty sane
echo "- [ ] $keys" >> "$1"
`

test('the editor has the terminal whole, and every key; the agent works on, and all is shown afterwards', async () => {
  const { agent, screen } = await workingPtyStage({ env })
  setEditor(screen, readingKeys)
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  const before = screenModes
  await screen.hasModes(before)
  await screen.type('E').shows('EDITING')
  await screen.hasModes([])
  expect(screen.text()).toMatch(/^icanon echo EDITING/m)
  expect(screen.text()).not.toContain('Split the tokenizer')
  await agent.update(plan('done Read the parser', 'done Split the tokenizer', 'now Join them'))
  screen.resize(100, 30)
  for (const key of 'qabq') screen.type(key)
  await screen.type('x').shows('changed in the editor')
  await screen.shows('Join them')
  await screen.hasModes(before)
  await screen.shows(/enter prompt with it[^\n]*$/)
  expect(screen.text().split('\n')).toHaveLength(30)
  await screen.press('enter').shows('+- [ ] qabq')
  await screen.press('escape').shows('draft:')
  await quit(screen)
})

test('ctrl-c in the editor ends the editor only, and its signal is told', async () => {
  const { agent, screen } = await workingPtyStage({ env })
  setEditor(screen, 'echo EDITING; exec sleep 60')
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  const before = screenModes
  await screen.hasModes(before)
  await screen.type('E').shows('EDITING')
  await screen.press('ctrl-c').shows('./editor was interrupted (SIGINT): nothing was changed.')
  await screen.shows('Split the tokenizer')
  await screen.hasModes(before)
  await quit(screen)
})

test('ctrl-z in the editor stops the job, and fg goes on with the editor', async () => {
  const { agent, screen } = await workingPtyStage({ env, jobControl: true })
  setEditor(screen, 'echo EDITING; read line; echo "- [ ] $line" >> "$1"')
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  await screen.type('E').shows('EDITING')
  screen.press('ctrl-z')
  await screen.stopped()
  await screen.shell('fg')
  await screen.type('typed after fg\r').shows('changed in the editor')
  await screen.press('enter').shows('+- [ ] typed after fg')
  await screen.press('escape').shows('draft:')
  await quit(screen)
})

test('a run that is ended meanwhile ends the editor, and says where its text is', async () => {
  const { agent, screen } = await workingPtyStage({ columns: 160, env })
  setEditor(screen, 'echo "- [ ] mine" >> "$1"; echo EDITING; exec sleep 60')
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  await screen.type('E').shows('EDITING')
  await screen.signal('SIGTERM')
  expect(await screen.exit()).toMatchObject({ code: 143 })
  const [, file = ''] = /the text that you have edited is in (\S+)/.exec(screen.scrollback()) ?? []
  expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('- [ ] mine\n')
  expect(screen.hasTerminalRestored()).toBe(true)
  await screen.surroundings.noProcesses()
})

test('for screen readers, typed lines copy and save the plan', async () => {
  const args = ['--screen-reader']
  const { agent, screen } = await workingStage({ columns: 160, args, env: { KITTY_WINDOW_ID: '1' } })
  await screen.type('/copy\r').shows('There is no plan to take along.')
  await agent.update(steps)
  await screen.shows('in progress: Split the tokenizer')
  await screen.type('/copy\r').shows('Plan: Copied the plan to the clipboard of kitty.')
  expect(copies(screen)).toEqual([markdown])
  await screen.type('/save mine.json\r').shows('Plan: saved to mine.json')
  const { folder } = screen.surroundings
  expect(readFileSync(path.join(folder, 'mine.json'), 'utf8')).toContain('"content": "Split the tokenizer"')
  await screen.type('/save mine.json\r').shows('Not saved: there is such a file already.')
  await screen.type('/save mine.txt\r').shows('The name has to end with .md or .json.')
})

test('for screen readers, the plan is edited in the editor, which nothing disturbs; then a typed line sends the changes', async () => {
  const { agent, screen, turn } = await workingPtyStage({ columns: 160, args: ['--screen-reader'], env })
  setEditor(screen, readingKeys)
  await screen.type('/edit\r').shows('There is no plan to edit.')
  await agent.update(steps)
  await screen.shows('in progress: Split the tokenizer')
  await screen.type('/edit\r').shows('EDITING')
  await agent.update(plan('done Read the parser', 'done Split the tokenizer', 'now Join them'))
  for (const key of 'qabq') screen.type(key)
  expect(screen.text()).not.toContain('Join them')
  await screen.type('x').shows('Type /send to send the changes to the agent. Your text is in')
  expect(screen.text()).toMatch(/Join them[^]*Plan: you have changed it. Lines added: 1. Lines removed: 0./)
  expect(screen.text()).toContain('+- [ ] qabq')
  await agent.endTurn(turn)
  await screen.shows('Turn ended')
  screen.type('/send\r')
  const { params } = await agent.prompted()
  expect(JSON.stringify(params)).toContain('I have changed the plan “Plan”. Take this over:')
  screen.type('/quit\r')
  expect(await screen.exit()).toMatchObject({ code: 0 })
  await screen.surroundings.noProcesses()
})

test('for screen readers, ctrl-c in the editor ends the editor only', async () => {
  const { agent, screen } = await workingPtyStage({ columns: 160, args: ['--screen-reader'], env })
  setEditor(screen, 'echo EDITING; exec sleep 60')
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  await screen.type('/edit\r').shows('EDITING')
  await screen.press('ctrl-c').shows('./editor was interrupted (SIGINT): nothing was changed.')
  screen.type('/quit\r')
  expect(await screen.exit()).toMatchObject({ code: 0 })
})

test('O makes a report of what was recorded so far, in a new file, and says where it is', async () => {
  const recording = path.join(emptyFolder(), 'run.ndjson')
  const { agent, screen } = await workingStage({ args: ['--record', recording], env: { BROWSER: 'none' } })
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  await screen.pass(1000)
  await screen.type('O').shows('report.html')
  const [file = ''] = /\/[^ ]*report\.html/.exec(screen.text().replaceAll(/\s*\n\s*/g, '')) ?? []
  expect(readFileSync(file, 'utf8')).toContain('Split the tokenizer')
  rmSync(path.dirname(file), { recursive: true })
})

test('O without a recording says what it needs', async () => {
  const { screen } = await workingStage()
  await screen.type('O').shows('A report is made of a recording: start with --record FILE.')
})
