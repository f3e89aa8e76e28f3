import type { OAuthDevice } from '@cairn/contract/schemas/oauth'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionQuery } from '../../accounts/session/session.ts'
import type { Session } from '../../accounts/session/session-type.ts'
import { personApi } from '../../data/api/client.ts'
import { Button } from '../../ui/button.tsx'
import { FrontPage } from '../../ui/front-page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { ConsentForm } from '../consent-form.tsx'
import { Asking, Decided, SignedInAs } from '../consent-parts.tsx'
import { scopesQuery } from '../scopes-query.ts'
import { texts } from '../texts.ts'
import { AskingDevice } from './asking-device.tsx'
import { CodeForm } from './code-form.tsx'

const route = getRouteApi('/device')

type Step =
  | { kind: 'enter'; isGone?: boolean }
  | { kind: 'decide'; device: OAuthDevice }
  | { kind: 'decided'; isAllowed: boolean; programName: string }

/** A page for the code of a program on a device without a browser: a person enters it and decides about the program (RFC 8628). */
export function DevicePage() {
  const { user_code: given } = route.useSearch()
  const { data: session } = useQuery(sessionQuery)
  const [step, setStep] = useState<Step>({ kind: 'enter' })
  const returnTo = given === undefined ? '/device' : `/device?${new URLSearchParams({ user_code: given })}`

  if (step.kind === 'decided') {
    const { allowedText, deniedText } = texts.device
    return <Decided {...step} text={step.isAllowed ? allowedText : deniedText} />
  }
  // The session has ended, perhaps in another tab.
  if (session === null) return <Navigate to="/sign-in" search={{ returnTo }} replace />
  if (step.kind === 'decide' && session) {
    return <Decide device={step.device} session={session} returnTo={returnTo} onStep={setStep} />
  }
  return (
    <FrontPage
      key="enter"
      title={texts.device.title}
      intro={texts.device.intro}
      footer={session && <SignedInAs email={session.user.email} returnTo={returnTo} />}
    >
      <div className="space-y-6">
        {step.kind === 'enter' && step.isGone && <Notice tone="warn">{texts.device.gone}</Notice>}
        <CodeForm given={given} onFound={(device) => setStep({ kind: 'decide', device })} />
      </div>
    </FrontPage>
  )
}

type DecideProps = {
  device: OAuthDevice
  session: Session
  returnTo: string
  onStep: (step: Step) => void
}

function Decide({ device, session, returnTo, onStep }: DecideProps) {
  const offered = useQuery(scopesQuery)
  const { program, scopes, userCode } = device
  return (
    <FrontPage
      key="decide"
      title={texts.device.title}
      intro={<Asking program={program} />}
      footer={<SignedInAs email={session.user.email} returnTo={returnTo} />}
    >
      <div className="space-y-6">
        <AskingDevice {...device} />
        {offered.error && <FailureNotice failure={offered.error} onRetry={() => void offered.refetch()} />}
        {offered.isPending && <ListSkeleton rows={2} />}
        {offered.data && (
          <ConsentForm
            asked={scopes}
            session={session}
            offered={offered.data}
            send={async (decision) => {
              await personApi.decideOAuthDevice({ body: { userCode, ...decision } })
              onStep({ kind: 'decided', isAllowed: decision.allow, programName: program.name })
            }}
            goneCode="oauth_device_not_found"
            onGone={() => onStep({ kind: 'enter', isGone: true })}
          />
        )}
        <Button variant="quiet" className="w-full" onClick={() => onStep({ kind: 'enter' })}>
          {texts.device.otherCode}
        </Button>
      </div>
    </FrontPage>
  )
}
