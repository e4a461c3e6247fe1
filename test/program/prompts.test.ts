import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import type { AppMessage } from '../support/scripted-agent.ts'
import { expectGolden, ptyStage, sendPrompt, stage, workingStage } from './stage.ts'

function textOf(prompt: AppMessage): unknown {
  return (prompt.params?.['prompt'] as readonly { readonly text: unknown }[] | undefined)?.[0]?.text
}

describe('the prompt line', () => {
  test('is edited, spans lines, and is sent as it was written', async () => {
    const { agent, screen } = await stage()
    await screen.press('enter').shows('enter send')
    await screen.type('Splt the tokenizer').shows('Splt the tokenizer')
    screen.press('home', 'right', 'right', 'right')
    await screen.type('i').shows('Split the tokenizer')
    screen.press('end', 'alt-enter')
    screen.type('and test it')
    screen.press('ctrl-j')
    screen.type('日本語 — é 👩‍👩‍👧!')
    // The family takes three columns in this terminal; what follows stands where it does in those that draw it in two.
    await screen.shows('👩‍👩‍!')
    await expectGolden(screen, 'prompt-lines')
    screen.press('backspace', 'backspace')
    screen.press('enter')
    expect(textOf(await agent.prompted())).toBe('Split the tokenizer\nand test it\n日本語 — é ')
    await screen.shows('working')
  })

  test('pasted text is text: its line breaks send nothing, its keys act on nothing', async () => {
    const { agent, screen } = await stage()
    screen.paste('q first line\r\nsecond \u001b[2J line\n\u0003third')
    await screen.shows('third')
    await expectGolden(screen, 'prompt-pasted')
    expect(agent.lines().join('\n')).not.toContain('session/prompt')
    screen.press('enter')
    const sent = textOf(await agent.prompted())
    expect(sent).toMatch(/^q first line\nsecond .*line\n.*third$/)
    expect(sent).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })
})

describe('files in a prompt', () => {
  test('are completed, and go along as links; the text stays as it was written', async () => {
    const cwd = emptyFolder()
    for (const name of ['one.ts', 'two words.md']) writeFileSync(path.join(cwd, name), '')
    const { agent, screen } = await stage({ args: ['--cwd', cwd] })
    await screen.press('enter').shows('enter send')
    await screen.type('read @').receives('one.ts')
    await screen.type('wo').gone('one.ts')
    await screen.press('tab').shows('› read @"two words.md"')
    screen.type('and @one.ts, @../x @/etc/passwd @missing me@one.ts')
    screen.press('enter')
    const prompted = await agent.prompted()
    expect(prompted.params?.['prompt']).toEqual([
      { type: 'text', text: 'read @"two words.md" and @one.ts, @../x @/etc/passwd @missing me@one.ts' },
      ...['two words.md', 'one.ts'].map((name) => ({
        type: 'resource_link',
        uri: pathToFileURL(path.join(cwd, name)).href,
        name,
      })),
    ])
    await screen.shows('working')
  })
})

test('an earlier prompt is found by a part of it', async () => {
  const { agent, screen } = await workingStage()
  for (const text of ['split the parser', 'test it', 'write it down']) await sendPrompt(screen, text)
  await screen.shows('3 prompts waiting')
  await screen.press('enter').shows('enter send')
  screen.press('ctrl-r')
  screen.type('it')
  await expectGolden(screen, 'prompt-history')
  await screen.press('ctrl-r', 'enter').shows('› test it')
  expect(agent.lines().join('\n')).not.toContain('test it')
})

test('a long prompt wraps, and the rows around the cursor are shown', async () => {
  const { screen } = await stage({ columns: 40, rows: 24 })
  await screen.press('enter').shows('enter send')
  screen.type('A prompt of many words 日本語 that is longer than the row, and goes on below it.')
  await screen.shows('on below it.')
  await expectGolden(screen, 'prompt-wrapped')
})

describe('turns', () => {
  test('that end otherwise say so, and the next prompt goes', async () => {
    const { agent, screen, turn } = await workingStage()
    await agent.endTurn(turn, 'max_tokens')
    await screen.shows('token limit')
    await sendPrompt(screen, 'go on')
    await agent.respondError(await agent.prompted(), { code: -32603, message: 'no model today' })
    await screen.shows('no model today')
    await expectGolden(screen, 'turn-failed')
  })
})

test('what is written is edited in the own editor, and undone', async () => {
  const cwd = emptyFolder()
  writeFileSync(path.join(cwd, 'editor'), '#!/bin/sh\nprintf "two\\tthree\\n" >> "$1"\n', { mode: 0o755 })
  const env = { VISUAL: path.join(cwd, 'editor') }
  const { screen } = await ptyStage({ env })
  await screen.press('enter').shows('enter send')
  screen.type('one ')
  await screen.press('ctrl-g').shows('› one two three')
  await screen.type('\u001f').gone('two three')
  await screen.shows('› one')
})

test('keys that are typed while the screen is loaded are neither lost nor echoed', async () => {
  const { agent, screen } = await stage({ handshake: null })
  await screen.shows('starting')
  screen.type('\rtyped early')
  await agent.answerHandshake()
  await screen.shows('› typed early')
  await screen.shows('No prompt was sent')
  expect(screen.text().split('\n')[0]).toMatch(/^ scripted-agent/)
  screen.press('enter')
  expect(textOf(await agent.prompted())).toBe('typed early')
})
