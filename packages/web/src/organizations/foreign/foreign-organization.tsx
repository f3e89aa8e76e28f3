import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.ts'
import { useSignOut } from '../../accounts/session/use-sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { FrontPage } from '../../ui/front-page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { OrganizationLinks } from './organization-links.tsx'
import { texts } from './texts.ts'

/** Shown for addresses of other people's organizations: a colleague's link, or an old bookmark. */
export function ForeignOrganization() {
  const { user } = useSession()
  const router = useRouter()
  const signOut = useSignOut()
  const [failure, setFailure] = useState<unknown>()
  return (
    <FrontPage title={texts.foreign.title} intro={texts.foreign.intro}>
      <div className="space-y-5">
        <OrganizationLinks />
        <p className="text-ink-soft">{texts.signedInAs(user.displayName, user.email)}</p>
        <FailureNotice failure={failure} />
        <Button
          className="w-full"
          onClick={() => {
            setFailure(undefined)
            signOut(router.latestLocation.href).catch(setFailure)
          }}
        >
          {texts.otherAccount}
        </Button>
      </div>
    </FrontPage>
  )
}
