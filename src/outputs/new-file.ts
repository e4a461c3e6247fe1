import { open, unlink } from 'node:fs/promises'
import { errorCode } from '../lib/result.ts'
import { writeCodeWords } from '../system/regular-file.ts'

/** Why a file was not written. */
export interface NewFileFault {
  /** The system's code, such as EEXIST; '' if it gave none. */
  readonly code: string
  readonly message: string
}

/** Writes a file that must not exist, also as a dangling link; null on success. An incomplete file is deleted. Never rejects. */
export async function writeNewFile(file: string, text: string): Promise<NewFileFault | null> {
  try {
    const handle = await open(file, 'wx', 0o644)
    try {
      await handle.writeFile(text.toWellFormed())
    } catch (error) {
      // An incomplete plan could be taken for a whole one.
      await unlink(file).catch(() => undefined)
      throw error
    } finally {
      await handle.close()
    }
    return null
  } catch (error) {
    const code = errorCode(error) ?? ''
    return { code, message: error instanceof Error ? error.message : String(error) }
  }
}

/** An error of writing, as a sentence without a full stop. */
export function writeErrorWords(cause: unknown): string {
  const code = errorCode(cause)
  return newFileWords({
    code: code ?? '',
    message: code ?? (cause instanceof Error ? cause.message : String(cause)),
  })
}

/** A fault as a sentence without a full stop. */
export function newFileWords({ code, message }: NewFileFault): string {
  return writeCodeWords(code) ?? message
}
