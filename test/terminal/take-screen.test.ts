import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { splashLine, tellGone } from '../../src/terminal/take-screen.ts'

test.each([
  ['node agent.js', 60, ' acp-plan-tui  starting node agent.js…'],
  ['node agent.js --with many options', 40, ' acp-plan-tui  starting node agent.js …'],
  // Wide characters may take two columns each.
  ['日本語のエージェントを起動する', 60, ' acp-plan-tui  starting 日本語の…'],
  ['a\u001b[2Jb\nc', 80, ' acp-plan-tui  starting a␛[2Jb ⏎ c…'],
])('%j on %i columns', (starting, columns, wanted) => {
  expect(splashLine(`starting ${starting}`, columns, false)).toBe(wanted)
})

test('without Unicode the dots are ASCII', () => {
  expect(splashLine('starting node agent.js', 60, true)).toBe(' acp-plan-tui  starting node agent.js~')
})

test('of the screens that follow each other on a terminal, the last one is told that it is gone', () => {
  const stdin = new EventEmitter()
  const told: string[] = []
  for (const name of ['first', 'second', 'third']) tellGone(stdin, () => told.push(name))
  stdin.emit('end')
  stdin.emit('error')
  expect(told).toEqual(['third', 'third'])
})
