import type { PlanTaking, TextEditor } from '../app/ports/plan-taking.ts'
import { PlanFolder } from '../outputs/plan-folder.ts'
import { planFiles } from '../outputs/plan-files.ts'
import type { SystemHost } from '../system/host.ts'
import { workingFolder } from '../system/user-environment.ts'
import { terminalClipboard } from '../terminal/clipboard/clipboard.ts'

/** How plans are copied, saved and edited where no agent of this program runs: files are saved in the current folder. */
export function takingHere({ process: { env, stdout } }: SystemHost, editor: TextEditor): PlanTaking {
  const here = workingFolder()
  return {
    writer: async () => (await import('../outputs/taken/write-taken.ts')).takenWriter,
    clipboard: terminalClipboard({ environment: env, write: (bytes) => void stdout.write(bytes) }),
    files: planFiles(new PlanFolder(here, here)),
    editor,
  }
}
