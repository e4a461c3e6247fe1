import type { LintRule } from '../lint-rule.ts'
import { planReplaced, shortened } from '../plan-change.ts'
import { pages } from '../spec-pages.ts'

/** The document of a file plan cannot be found by a relative URI. */
export const fileUriRelative: LintRule = {
  id: 'file-uri-relative',
  severity: 'error',
  title: 'a file plan with a relative URI',
  says: 'Plan file URIs MUST be absolute.',
  page: pages.planFile,
  mend: 'Send file:///absolute/path/of/plan.md.',
  check: () => ({
    event(moment, report) {
      const change = planReplaced(moment)
      if (change?.update.content.type !== 'file') return
      const { uri } = change.update.content
      if (!isAbsolute(uri)) report({ path: 'params.update.plan.uri', seen: `the URI “${shortened(uri)}”` })
    },
  }),
}

/** A single letter before the colon is the drive of a Windows path, and no scheme. */
function isAbsolute(uri: string): boolean {
  return /^file:/i.test(uri) ? /^file:\//i.test(uri) : /^[a-z][a-z\d+.-]+:/i.test(uri)
}
