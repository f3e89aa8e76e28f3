import type { InputOf, OutputOf } from '@cairn/contract'
import type { ErrorCode } from '@cairn/contract/errors/errors'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { useEffect, useState } from 'react'
import { refetchSession, sessionQuery } from '../accounts/session/session.ts'
import type { Session } from '../accounts/session/session-type.ts'
import { candidateOrganizations } from '../accounts/session/tab/tab-organization.ts'
import { isApiError } from '../data/api/failures/failures.ts'
import type { FormTexts } from '../data/api/failures/problems.ts'
import { laterSchema } from '../data/api/later-schema.ts'
import { queryClient } from '../data/api/query-client.ts'
import { useSubmit } from '../data/api/use-submit.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { SelectField } from '../ui/fields/field.tsx'
import { FieldGroup } from '../ui/fields/field-group.tsx'
import { FailureNotice } from '../ui/states/failure-notice.tsx'
import { texts } from './texts.ts'

export const consentFormTexts: FormTexts = texts.form.fields

/** Longer than the pause between the two presses of a double click. */
const settlingMilliseconds = 600

/**
 * Whether the page has been in front for a moment. Another site could open a window above it, ask for a double click there, and
 * close the window after the first press, so that the second one lands here. No header prevents that.
 */
function useInFront(): boolean {
  const [isInFront, setIsInFront] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      setIsInFront(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIsInFront(true), settlingMilliseconds)
    }
    restart()
    addEventListener('focus', restart)
    document.addEventListener('visibilitychange', restart)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', restart)
      document.removeEventListener('visibilitychange', restart)
    }
  }, [])
  return isInFront
}

const schema = laterSchema(
  async () => (await import('@cairn/contract/schemas/oauth')).decideOAuthConsentRequest,
)

/** The decision of the person: nothing more is sent. */
export type Decision = InputOf<'decideOAuthConsent'>['body']

type ConsentFormProps = {
  /** The scopes that the program asks for. */
  asked: readonly ApiTokenScope[]
  session: Session
  /** Everything that can be allowed, in the order of the page. */
  offered: OutputOf<'listApiTokenScopes'>['scopes']
  send: (decision: Decision) => Promise<unknown>
  /** The error that says that the request was decided elsewhere, or has expired. */
  goneCode: ErrorCode
  onGone: () => void
}

/** The scopes selected at first: those that read, and are not about people. */
const isPreselected = (scope: ApiTokenScope) => /^(?:goals|labels):read\b/.test(scope)

/** The form for what the program may do, in which organization. The person adds whatever changes something. */
export function ConsentForm({ asked, session, offered, send, goneCode, onGone }: ConsentFormProps) {
  const [organizationId, setOrganizationId] = useState(() => candidateOrganizations(session)[0])
  const [scopes, setScopes] = useState(() => asked.filter(isPreselected))
  const isInFront = useInFront()

  async function decide(body: Decision): Promise<void> {
    try {
      await send(body)
    } catch (error) {
      if (isApiError(error, goneCode)) return onGone()
      // The page asks to sign in.
      if (isApiError(error, 'unauthorized')) queryClient.setQueryData(sessionQuery.queryKey, null)
      if (isApiError(error, 'membership_not_found')) await refetchSession()
      throw error
    }
  }

  const allowing = useSubmit({
    schema,
    body: { allow: true as const, organizationId, scopes },
    texts: consentFormTexts,
    fieldsByErrorCode: { membership_not_found: 'organizationId' },
    send: decide,
  })
  const denying = useSubmit({
    schema,
    body: { allow: false as const },
    texts: {},
    send: decide,
  })
  const { form, problems, failure, busy, submit } = allowing

  function toggle(scope: ApiTokenScope): void {
    setScopes(scopes.includes(scope) ? scopes.filter((other) => other !== scope) : [...scopes, scope])
  }

  return (
    <form ref={form} noValidate className="space-y-6" onSubmit={(event) => void submit(event)}>
      <SelectField
        label={texts.form.organization}
        hint={texts.form.organizationHint}
        value={organizationId}
        onChange={(event) => setOrganizationId(event.target.value)}
        problem={problems.organizationId}
      >
        {session.organizations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <FieldGroup legend={texts.form.scopes} hint={texts.form.scopesHint} problem={problems.scopes}>
        {offered
          .filter(({ id }) => asked.includes(id))
          .map(({ id }) => (
            <Checkbox
              key={id}
              label={texts.scopes[id].label}
              hint={texts.scopes[id].description}
              checked={scopes.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
      </FieldGroup>
      <p className="text-sm text-ink-soft">{texts.form.limits}</p>
      <FailureNotice failure={failure ?? denying.failure} />
      <div className="grid grid-cols-2 gap-3">
        <Button busy={denying.busy} onClick={() => void denying.submit()}>
          {texts.form.deny}
        </Button>
        <Button type="submit" variant="primary" busy={busy} blocked={!isInFront}>
          {texts.form.allow}
        </Button>
      </div>
    </form>
  )
}
