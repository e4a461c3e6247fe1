// Whose pages are public, and named in every second text about programs. Hosts where everybody may have a name of their own
// (github.io, amazonaws.com, slack.com …) are none of them.
const domains =
  'github.com githubusercontent.com gitlab.com bitbucket.org codeberg.org npmjs.com npmjs.org yarnpkg.com jsr.io pypi.org ' +
  'python.org pythonhosted.org readthedocs.io crates.io docs.rs rust-lang.org go.dev golang.org nodejs.org deno.com ' +
  'deno.land bun.sh typescriptlang.org eslint.org prettier.io vitest.dev vite.dev vitejs.dev react.dev vuejs.org ' +
  'angular.dev svelte.dev nextjs.org tailwindcss.com debian.org ubuntu.com archlinux.org fedoraproject.org kernel.org ' +
  'gnu.org apache.org mozilla.org w3.org whatwg.org ietf.org rfc-editor.org iana.org unicode.org ecma-international.org ' +
  'tc39.es json-schema.org schemastore.org schema.org spdx.org opensource.org creativecommons.org semver.org ' +
  'keepachangelog.com conventionalcommits.org wikipedia.org stackoverflow.com stackexchange.com serverfault.com ' +
  'microsoft.com visualstudio.com apple.com google.com android.com oracle.com openjdk.org java.com kotlinlang.org ' +
  'swift.org docker.com docker.io kubernetes.io git-scm.com sqlite.org postgresql.org mysql.com redis.io mongodb.com ' +
  'anthropic.com claude.com claude.ai openai.com chatgpt.com generativelanguage.googleapis.com x.ai mistral.ai ' +
  'huggingface.co moonshot.ai moonshot.cn kimi.com qwen.ai deepseek.com openrouter.ai groq.com opencode.ai zed.dev ' +
  'cursor.com agentclientprotocol.com modelcontextprotocol.io jsonrpc.org asciinema.org shields.io xkcd.com'

const publicDomains = new Set(domains.split(' '))

/** Whether a host is one of those that everybody knows, or belongs to one. */
export function isPublicHost(host: string): boolean {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  return labels.some((_, index) => publicDomains.has(labels.slice(index).join('.')))
}
