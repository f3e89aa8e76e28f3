import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { whenOnline } from '../../app/hooks/when-online.ts'
import { fill } from '../../language/fill.tsx'
import { Button } from '../../ui/button.tsx'
import { textLinkClass } from '../../ui/front-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { apiTokensQuery } from './api-tokens-query.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { OwnTokens, useIssuedToken } from './own-tokens.tsx'
import { texts } from './texts.ts'

/** Only administrators see it. */
const OrganizationTokens = lazy(
  whenOnline(async () => ({ default: (await import('./organization-tokens.tsx')).OrganizationTokens })),
)

export function ApiTokensPage() {
  const organization = useActiveOrganization()
  const { data: tokens, error, refetch } = useQuery(apiTokensQuery(organization.id))
  const [isCreating, setIsCreating] = useState(false)
  const issuing = useIssuedToken()
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus className="size-4.5" aria-hidden="true" />
      {texts.newToken}
    </Button>
  )
  return (
    <Page
      title={texts.title}
      intro={texts.intro(organization.name)}
      actions={tokens && tokens.length > 0 && create}
    >
      <OwnTokens label={texts.title} tokens={tokens ?? []} {...issuing} />
      {error && !tokens && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!tokens && !error && <ListSkeleton rows={2} label={texts.loading} />}
      {tokens?.length === 0 && (
        <Empty title={texts.none.title} actions={create}>
          {texts.none.text}
        </Empty>
      )}
      {/* Below the list: after the last token is gone, the nearest control is the one that creates a token. */}
      <p className="text-ink-soft">
        {fill(texts.more, {
          reference: (
            <Link to="/docs" className={textLinkClass}>
              {texts.reference}
            </Link>
          ),
        })}
      </p>
      {organization.canAdminister && (
        <Suspense fallback={<ListSkeleton rows={1} label={texts.loadingOthers} />}>
          <OrganizationTokens />
        </Suspense>
      )}
      <CreateTokenDialog
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(response) => {
          setIsCreating(false)
          return issuing.show(response)
        }}
      />
    </Page>
  )
}
