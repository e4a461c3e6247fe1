import { BaseSequencer } from 'vitest/node'

/** Small files that take long: the last seconds of a run would be theirs alone, on one core. */
const isLong = /hostile|property|long-session/

/** Vitest's own order (one project after the other, their large files first), but for the files that take long, which begin. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const rank = ({ project, moduleId }) =>
      2 * projects.indexOf(project.name) + (isLong.test(moduleId) ? 0 : 1)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
