import * as z from 'zod'
import { hasUserInfo, isMisleadingAddress } from '../http/web-addresses.ts'
import { lazy } from '../registry/lazy.ts'
import { problem } from './common.ts'

/** An address that people save for others to open. */
export const httpsUrl = lazy(() =>
  z
    .string()
    .max(2_000, 'Use at most 2000 characters.')
    .refine(
      (text) => !isMisleadingAddress(text),
      problem('Remove spaces, backslashes and invisible characters.', 'invalid_text'),
    )
    .refine(isHttpsUrl, problem('Use an address that starts with https://.', 'invalid_format'))
    .refine(
      (text) => !URL.canParse(text) || !hasUserInfo(new URL(text)),
      problem('Remove the user and password.', 'invalid_format'),
    )
    .meta({ format: 'uri' }),
)

function isHttpsUrl(text: string): boolean {
  return text.startsWith('https://') && text.isWellFormed() && URL.canParse(text)
}
