import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { fill } from '../../language/fill.tsx'
import { Button } from '../../ui/button.tsx'
import { textLinkClass } from '../../ui/front-page.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { CreateTokenDialog } from '../api-tokens/create-token-dialog.tsx'
import { OwnTokens, useIssuedToken } from '../api-tokens/own-tokens.tsx'
import { agentTokens } from './connection.ts'
import { texts } from './texts.ts'

/** The other way: for agents that cannot ask the person. */
export function AgentTokens({ tokens = [] }: { tokens: readonly ApiToken[] | undefined }) {
  const [isCreating, setIsCreating] = useState(false)
  const issuing = useIssuedToken()

  return (
    <section aria-labelledby="agent-tokens" className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64 space-y-1.5">
          <SectionTitle id="agent-tokens">{texts.tokens.title}</SectionTitle>
          <p className="text-ink-soft">
            {fill(texts.tokens.text, {
              tokens: (
                <Link to="/settings/api-tokens" className={textLinkClass}>
                  {texts.tokens.all}
                </Link>
              ),
            })}
          </p>
        </div>
        <Button onClick={() => setIsCreating(true)}>
          <Plus className="size-4.5" aria-hidden="true" />
          {texts.tokens.create}
        </Button>
      </div>
      <OwnTokens label={texts.tokens.title} tokens={agentTokens(tokens)} {...issuing} />
      <CreateTokenDialog
        open={isCreating}
        kind="agent"
        onClose={() => setIsCreating(false)}
        onCreated={(response) => {
          setIsCreating(false)
          return issuing.show(response)
        }}
      />
    </section>
  )
}
