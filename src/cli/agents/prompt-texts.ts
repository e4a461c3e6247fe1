import { ok, type Result } from '../../lib/result.ts'
import { fileFaultWords, readRegularFile } from '../../system/regular-file.ts'
import type { PromptSource } from '../arguments/flags.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'

/** Standard input, as far as prompts are read from it. */
export interface PromptInput {
  readonly isTerminal: boolean
  chunks(): AsyncIterable<Buffer>
}

/** The texts of the prompts, in their order; files and standard input are read to their end. */
export async function promptTexts(
  sources: readonly PromptSource[],
  input: PromptInput,
): Promise<Result<readonly string[], UsageError>> {
  const texts: string[] = []
  for (const source of sources) {
    const text = await readPrompt(source, input)
    if (!text.ok) return text
    texts.push(text.value)
  }
  return ok(texts)
}

async function readPrompt(source: PromptSource, input: PromptInput): Promise<Result<string, UsageError>> {
  switch (source.type) {
    case 'text':
      return ok(source.text)
    case 'file':
      return readFile(source.path)
    case 'stdin': {
      if (input.isTerminal) {
        const hint = 'Pipe the prompt in, for example `acp-plan-tui --prompt-file - -- AGENT < prompt.txt`.'
        return usage('--prompt-file -: standard input is a terminal', hint)
      }
      return await readStdin(input.chunks())
    }
  }
}

/** Agents have a limit for lines too. */
const limitBytes = 4 * 1024 * 1024

/** A pipe may have no end. */
async function readStdin(pieces: AsyncIterable<Buffer>): Promise<Result<string, UsageError>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of pieces) {
    length += chunk.length
    if (length > limitBytes)
      return usage(
        `--prompt-file -: ${fileFaultWords({ kind: 'too-long', limitBytes })}`,
        'Name the file in the prompt, and let the agent read it.',
      )
    chunks.push(chunk)
  }
  return filled(Buffer.concat(chunks).toString('utf8'), 'standard input')
}

function readFile(path: string): Result<string, UsageError> {
  const read = readRegularFile(path, limitBytes)
  if (read.ok) return filled(read.value.toString('utf8'), path)
  return usage(
    `--prompt-file ${path}: ${fileFaultWords(read.problem)}`,
    'Name a text file, or - for standard input.',
  )
}

function filled(raw: string, name: string): Result<string, UsageError> {
  // The line break at the end belongs to the file, not to the prompt.
  const text = raw.replace(/^\ufeff/, '').replace(/\r?\n$/, '')
  if (text.trim() !== '') return ok(text)
  return usage(`--prompt-file: ${name} is empty`, 'Put the prompt into it, or use --prompt TEXT.')
}
