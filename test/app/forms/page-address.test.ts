import { expect, test } from 'vitest'
import { pageAddress } from '../../../src/app/forms/page-address.ts'

test.each([
  ['https://example.org', 'https://example.org/', 'example.org', true],
  [' HTTP://Example.ORG:80/a b\n', 'http://example.org/a%20b', 'example.org', false],
  ['https://example.org:8443/?q=é#ü', 'https://example.org:8443/?q=%C3%A9#%C3%BC', 'example.org:8443', true],
  ['https://аpple.com/', 'https://xn--pple-43d.com/', 'xn--pple-43d.com', true],
  ['http://[::1]:3000/', 'http://[::1]:3000/', '[::1]:3000', false],
  ['https://example.org\\@evil.example/', 'https://example.org/@evil.example/', 'example.org', true],
])('%j leads to %s', (url, href, host, isEncrypted) => {
  const address = pageAddress(url)
  expect(address).toEqual({ ok: true, value: { href, host, hostAt: href.indexOf(host), isEncrypted } })
})

test.each([
  ['', 'it is not a URL'],
  ['example.org', 'it is not a URL'],
  ['https://', 'it is not a URL'],
  ['file:///etc/passwd', 'only http and https are opened'],
  ['data:text/html,x', 'only http and https are opened'],
  ['https://bank.example@evil.example', 'a user name before the host hides the host'],
  ['https://:x@evil.example', 'a user name before the host hides the host'],
])('%j is not opened: %s', (url, problem) => {
  expect(pageAddress(url)).toEqual({ ok: false, problem })
})
