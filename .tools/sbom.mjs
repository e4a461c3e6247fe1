// Writes which packages the bundle contains, as CycloneDX 1.6 in JSON: `npm run sbom -s > sbom.cdx.json`. For a release.
import { readFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const read = (file) => readFileSync(new URL(file, root), 'utf8')
const { name, version, license, description } = JSON.parse(read('package.json'))

// The build has found them from what esbuild put into the bundle.
const sections = [
  ...read('dist/THIRD-PARTY-LICENSES.md').matchAll(
    /^## (?<name>(?:@[\w.-]+\/)?[\w.-]+) (?<version>\d\S*)\n\n(?<licence>.+)$/gm,
  ),
]

const purl = (of, at) => `pkg:npm/${of.replace('@', '%40')}@${at}`
const licences = (id) => [/[ ()]/.test(id) ? { expression: id } : { license: { id } }]

const document = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': purl(name, version),
      name,
      version,
      description,
      licenses: licences(license),
      purl: purl(name, version),
    },
  },
  components: sections.map(({ groups: of }) => ({
    type: 'library',
    'bom-ref': purl(of.name, of.version),
    name: of.name,
    version: of.version,
    licenses: licences(of.licence),
    purl: purl(of.name, of.version),
  })),
}
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
