// How goldens stand in their files: screens have many empty rows, of which the file has the number.
import { VitestSnapshotEnvironment } from 'vitest/runtime'

export function folded(text) {
  return text.replaceAll(/(?<=\n)\n{3,}/g, (rows) => `⋮ ${rows.length} empty rows\n`)
}

export function unfolded(text) {
  return text.replaceAll(/^⋮ (\d+) empty rows\n/gm, (_, count) => '\n'.repeat(Number(count)))
}

class FoldedGoldens extends VitestSnapshotEnvironment {
  async readSnapshotFile(file) {
    const text = await super.readSnapshotFile(file)
    return text === null ? null : unfolded(text)
  }

  async saveSnapshotFile(file, text) {
    await super.saveSnapshotFile(file, folded(text))
  }
}

export default new FoldedGoldens()
