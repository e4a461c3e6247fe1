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
  ['', 'it is no address'],
  ['example.org', 'it is no address'],
  ['https://', 'it is no address'],
  ['file:///etc/passwd', 'only http and https pages are'],
  ['data:text/html,x', 'only http and https pages are'],
  ['https://bank.example@evil.example', 'a name stands before its host, which hides the host'],
  ['https://:x@evil.example', 'a name stands before its host, which hides the host'],
])('%j is not opened: %s', (url, problem) => {
  expect(pageAddress(url)).toEqual({ ok: false, problem })
})
