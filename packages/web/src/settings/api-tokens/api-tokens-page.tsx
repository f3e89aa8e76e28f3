import type { OutputOf } from '@cairn/contract'
import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { allPages } from '../../api/all-pages.ts'
import { api } from '../../api/client.ts'
import { whenOnline } from '../../app/when-online.ts'
import { fill } from '../../language/fill.tsx'
import { useActiveOrganization } from '../../session/session.ts'
import { Day } from '../../time/moment.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { textLinkClass } from '../../ui/front-page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { RowList } from '../rows.tsx'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { RotateTokenDialog } from './rotate-token-dialog.tsx'
import { texts } from './texts.ts'
import { TokenItem } from './token-item.tsx'

/** Only administrators see it. */
const OrganizationTokens = lazy(
  whenOnline(async () => ({ default: (await import('./organization-tokens.tsx')).OrganizationTokens })),
)

/** Few people create tokens. */
const TokenSnippets = lazy(
  whenOnline(async () => ({ default: (await import('./snippets/token-snippets.tsx')).TokenSnippets })),
)

const maximumPages = 20

function apiTokensQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'api-tokens'],
    queryFn: async () => {
      const { pages } = await allPages((cursor) => api.listApiTokens({ query: { cursor } }), maximumPages)
      return pages.flatMap(({ tokens }) => tokens)
    },
  })
}

/** A secret, which the service returns only once. */
type Issued = OutputOf<'rotateApiToken'>

export function ApiTokensPage() {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const query = apiTokensQuery(organization.id)
  const { data: tokens, error, refetch } = useQuery(query)
  const [isCreating, setIsCreating] = useState(false)
  const [issued, setIssued] = useState<Issued>()
  const reload = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus className="size-4.5" aria-hidden="true" />
      {texts.newToken}
    </Button>
  )
  const show = async (response: Issued) => {
    setIssued(response)
    await reload()
  }
  return (
    <Page
      title={texts.title}
      intro={texts.intro(organization.name)}
      actions={tokens && tokens.length > 0 && create}
    >
      {issued && <Secret {...issued} />}
      {issued && (
        <Suspense>
          <TokenSnippets key={issued.secret} secret={issued.secret} />
        </Suspense>
      )}
      {error && !tokens && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!tokens && !error && <ListSkeleton rows={2} label={texts.loading} />}
      {tokens?.length === 0 && (
        <Empty title={texts.none.title} actions={create}>
          {texts.none.text}
        </Empty>
      )}
      {tokens && tokens.length > 0 && (
        <RowList label={texts.title}>
          {tokens.map((token) => (
            <OwnToken
              key={token.id}
              token={token}
              onRotated={show}
              onRevoked={async () => {
                if (issued?.token.id === token.id) setIssued(undefined)
                await reload()
              }}
            />
          ))}
        </RowList>
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
        onCreated={async (response) => {
          setIsCreating(false)
          await show(response)
        }}
      />
    </Page>
  )
}

function Secret({ token, secret }: Issued) {
  return (
    <Notice tone="good">
      <div className="space-y-3">
        <p>
          {fill(token.rotatedAt ? texts.secret.rotated : texts.secret.ready, {
            name: (
              <strong className="font-semibold wrap-anywhere">
                <bdi>{token.name}</bdi>
              </strong>
            ),
          })}
          {token.previousSecretExpiresAt && (
            <> {fill(texts.secret.old, { day: <Day time={token.previousSecretExpiresAt} /> })}</>
          )}
        </p>
        <CopyField key={secret} label={texts.secret.label} text={secret} isFocused />
      </div>
    </Notice>
  )
}

type OwnTokenProps = {
  token: ApiToken
  onRotated: (issued: Issued) => Promise<void>
  onRevoked: () => Promise<void>
}

function OwnToken({ token, onRotated, onRevoked }: OwnTokenProps) {
  const [isRotating, setIsRotating] = useState(false)
  return (
    <TokenItem
      token={token}
      actions={
        <>
          <Button
            size="small"
            variant="quiet"
            aria-label={texts.rotate.one(token.name)}
            onClick={() => setIsRotating(true)}
          >
            {texts.rotate.name}
          </Button>
          <RotateTokenDialog
            token={token}
            open={isRotating}
            onClose={() => setIsRotating(false)}
            onRotated={async (response) => {
              setIsRotating(false)
              await onRotated(response)
            }}
          />
          <RevokeToken
            name={token.name}
            send={() => api.revokeApiToken({ params: { tokenId: token.id } })}
            onRevoked={onRevoked}
          />
        </>
      }
    />
  )
}
