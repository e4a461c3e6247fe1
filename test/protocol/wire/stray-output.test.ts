import { expect, test } from 'vitest'
import { moreTelling, rejected, strayOutputOf } from '../../../src/protocol/wire/wire-problem.ts'

test.each([
  ['Welcome to my agent v1.2', 'text'],
  ['Listening on: 3000', 'server'],
  ['2026-11-23T17:00:00Z INFO acp server ready at ws://127.0.0.1:4711/acp', 'server'],
  ['Running on port 8080 (Press CTRL+C to quit)', 'server'],
  ['Ready.', 'text'],
  ['\u001b[?1049h\u001b[2J', 'terminal-program'],
  ['\u001b[3;1H│ > Type your message', 'terminal-program'],
  ['\u001b[?25l', 'terminal-program'],
  ['\u001b[32mINFO\u001b[0m ready', 'log'],
  ['\u001b[1mWelcome\u001b[0m', 'text'],
  ['HTTP/1.1 502 Bad Gateway', 'http-answer'],
  ['<!DOCTYPE html>', 'web-page'],
  ['  <title>502</title>', 'web-page'],
  ['Content-Length: 123\r', 'framed-messages'],
  ['  "jsonrpc": "2.0",', 'split-messages'],
  ['    },', 'split-messages'],
  ["  jsonrpc: '2.0',", 'split-messages'],
  [" 'id': 0,", 'split-messages'],
  ['[object Object]', null],
  ['Usage: agent [options]', 'help-text'],
  ['  -m, --model  The model', 'help-text'],
  ['Options:', 'help-text'],
  ['    at main (/app/index.js:3:7)', 'stack-trace'],
  ['Traceback (most recent call last):', 'stack-trace'],
  ['  File "agent.py", line 3, in <module>', 'stack-trace'],
  ["thread 'main' panicked at src/main.rs:1:1:", 'stack-trace'],
  ['2026-11-23T17:00:00Z starting', 'log'],
  ['[info] loading', 'log'],
  ['WARN: no key', 'log'],
  ['npm warn deprecated x', 'log'],
  ['---', 'yaml'],
  ['steps:', 'yaml'],
  ['  - run: a', 'yaml'],
  ['{"jsonrpc":"2.0","meth', null],
  ['[{"jsonrpc"', null],
])('%j looks like %s', (line, expected) => {
  expect(strayOutputOf(rejected('not-json', 'not JSON', line))).toBe(expected)
})

test('only lines that are no JSON do', () => {
  expect(strayOutputOf(rejected('not-a-message', 'no message', 'Usage: x'))).toBeNull()
})

test('of several kinds the one that tells most is told', () => {
  expect(moreTelling('text', 'terminal-program')).toBe('terminal-program')
  expect(moreTelling('help-text', 'log')).toBe('help-text')
})
