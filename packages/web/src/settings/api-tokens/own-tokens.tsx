import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { whenOnline } from '../../app/hooks/when-online.ts'
import { api } from '../../data/api/client.ts'
import { Button } from '../../ui/button.tsx'
import { RowList } from '../layout/rows.tsx'
import { apiTokensQuery } from './api-tokens-query.ts'
import { type Issued, IssuedSecret } from './issued-secret.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { RotateTokenDialog } from './rotate-token-dialog.tsx'
import { texts } from './texts.ts'
import { TokenItem } from './token-item.tsx'

type OwnTokenProps = {
  token: ApiToken
  onRotated: (issued: Issued) => Promise<void>
  onRevoked: () => Promise<void>
}

/** A token of the person, with what they can do with it. */
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

/** Few people create tokens. */
const TokenSnippets = lazy(
  whenOnline(async () => ({ default: (await import('./token-snippets.tsx')).TokenSnippets })),
)

/** The token that was issued last on this page, whose secret is shown once. */
export function useIssuedToken() {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [issued, setIssued] = useState<Issued>()
  const reload = () => queryClient.invalidateQueries({ queryKey: apiTokensQuery(organization.id).queryKey })
  return {
    issued,
    show: (response: Issued) => {
      setIssued(response)
      return reload()
    },
    /** After a token was revoked. */
    forget: (tokenId: string) => {
      if (issued?.token.id === tokenId) setIssued(undefined)
      return reload()
    },
  }
}

type OwnTokensProps = ReturnType<typeof useIssuedToken> & { label: string; tokens: readonly ApiToken[] }

/** Tokens of the person. The secret of the one that was just issued is above them. */
export function OwnTokens({ label, tokens, issued, show, forget }: OwnTokensProps) {
  return (
    <>
      {issued && (
        <>
          <IssuedSecret {...issued} />
          <Suspense>
            <TokenSnippets key={issued.secret} secret={issued.secret} />
          </Suspense>
        </>
      )}
      {tokens.length > 0 && (
        <RowList label={label}>
          {tokens.map((token) => (
            <OwnToken key={token.id} token={token} onRotated={show} onRevoked={() => forget(token.id)} />
          ))}
        </RowList>
      )}
    </>
  )
}
