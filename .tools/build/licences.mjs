import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Licences that allow a bundle under MIT if their texts are included.
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
])
const texts = /^(licen[cs]e|copying|notice)/i

/**
 * The licences of every package that has code in the bundle, as markdown.
 * Throws where a package has a licence that is not in the list, since a person has to read it first.
 */
export function thirdPartyLicences(root, inputs) {
  const packages = [...new Set(inputs.map(packageFolder).filter((folder) => folder !== null))]
    .map((folder) => describe(path.join(root, folder)))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
  const unknown = packages.filter(
    ({ licence }) => !licence.split(/ OR |[()]/).some((id) => allowed.has(id.trim())),
  )
  if (unknown.length > 0) {
    throw new Error(
      `licences to look at: ${unknown.map(({ title, licence }) => `${title} (${licence})`).join(', ')}`,
    )
  }
  const head = `# Third-party licences\n\nacp-plan-tui's bundle contains code of these packages.\n`
  return [head, ...packages.map(section)].join('\n')
}

/** `node_modules/a/node_modules/@b/c/index.js` belongs to the package in `node_modules/a/node_modules/@b/c`. */
function packageFolder(input) {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? null
}

function describe(folder) {
  const { name, version, license, licenses } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  )
  const old = Array.isArray(licenses) ? licenses.map(({ type }) => type).join(' OR ') : undefined
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => texts.test(file)) : []
  return {
    title: `${name} ${version}`,
    licence: license?.type ?? license ?? old ?? 'none named',
    texts: files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim()),
  }
}

function section({ title, licence, texts }) {
  const body = texts.length > 0 ? texts : ['The package ships no licence text.']
  return `## ${title}\n\n${licence}\n\n${body.map((text) => '```text\n' + text + '\n```\n').join('\n')}`
}
