import type { OutputOf } from '@cairn/contract'
import { ProgramOrigin } from './program-origin.tsx'
import { texts } from './texts.ts'

export type Consent = OutputOf<'getOAuthConsent'>['consent']

/** Who asks, and what of it is certain. */
export function AskingProgram({ program, redirectHost }: Consent) {
  return (
    <div className="space-y-2 rounded-xl bg-sunken px-4 py-3 text-[0.9375rem]">
      <ProgramOrigin program={program} className="font-medium" />
      <p className="text-sm text-ink-soft wrap-anywhere">{cautionAbout(program, redirectHost)}</p>
    </div>
  )
}

function cautionAbout({ host, isVerified, isLoopback }: Consent['program'], redirectHost: string): string {
  if (isLoopback) {
    return isVerified ? texts.caution.loopback : texts.caution.loopbackUnverified
  }
  if (!isVerified) return texts.caution.unverified
  return redirectHost === host ? texts.caution.known : texts.caution.through(redirectHost)
}
