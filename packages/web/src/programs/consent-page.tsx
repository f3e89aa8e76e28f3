import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionQuery } from '../accounts/session/session.ts'
import { personApi } from '../data/api/client.ts'
import { isApiError } from '../data/api/failures/failures.ts'
import { FrontPage } from '../ui/front-page.tsx'
import { FailureNotice } from '../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../ui/states/skeleton.tsx'
import { ConsentForm } from './consent-form.tsx'
import { Asking, Decided, SignedInAs, ToPrograms } from './consent-parts.tsx'
import { AskingProgram } from './program-origin.tsx'
import { scopesQuery } from './scopes-query.ts'
import { texts } from './texts.ts'

/** A program's request for access, or null if nothing waits for a decision in this browser. */
function consentQuery(consentId: string) {
  return queryOptions({
    queryKey: ['oauth-consent', consentId],
    queryFn: async () => {
      try {
        return (await personApi.getOAuthConsent({ params: { consentId } })).consent
      } catch (error) {
        if (isApiError(error, 'oauth_consent_not_found')) return null
        throw error
      }
    },
    // Only a decision changes it, and a background request could replace the page under the person's hand.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const route = getRouteApi('/authorize')

/** Asks the person whether a program may act for them. The authorization server sends the browser here. */
export function ConsentPage() {
  const { consent } = route.useSearch()
  return consent === undefined ? <NothingWaits /> : <Ask key={consent} consentId={consent} />
}

function Ask({ consentId }: { consentId: string }) {
  const { data: session } = useQuery(sessionQuery)
  const asked = useQuery(consentQuery(consentId))
  const offered = useQuery(scopesQuery)
  const [decision, setDecision] = useState<{ isAllowed: boolean; programName: string }>()
  const [isGone, setIsGone] = useState(false)
  const returnTo = `/authorize?${new URLSearchParams({ consent: consentId })}`

  if (decision) return <Decided {...decision} />
  // The session has ended, perhaps in another tab.
  if (session === null) return <Navigate to="/sign-in" search={{ returnTo }} replace />
  const { data: consent } = asked
  if (consent === null || isGone) return <NothingWaits />
  if (!session || !consent || !offered.data) {
    const failed = [asked, offered].find(({ error }) => error)
    return (
      <FrontPage title={texts.ask.title}>
        {failed ? (
          <FailureNotice failure={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <ListSkeleton rows={2} />
        )}
      </FrontPage>
    )
  }
  const { program } = consent
  return (
    <FrontPage
      key="ask"
      title={texts.ask.title}
      intro={<Asking program={program} />}
      footer={<SignedInAs email={session.user.email} returnTo={returnTo} />}
    >
      <div className="space-y-6">
        <AskingProgram {...consent} />
        <ConsentForm
          asked={consent.scopes}
          session={session}
          offered={offered.data}
          send={async (body) => {
            const { redirectTo } = await personApi.decideOAuthConsent({ params: { consentId }, body })
            setDecision({ isAllowed: body.allow, programName: program.name })
            // Back to the authorization server, which sends the browser on to the program.
            window.location.assign(redirectTo)
          }}
          goneCode="oauth_consent_not_found"
          onGone={() => setIsGone(true)}
        />
      </div>
    </FrontPage>
  )
}

function NothingWaits() {
  return (
    <FrontPage key="nothing" title={texts.nothing.title} intro={texts.nothing.text}>
      <ToPrograms />
    </FrontPage>
  )
}
