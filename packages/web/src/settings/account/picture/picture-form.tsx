import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { Avatar } from '../../../accounts/picture/avatar.tsx'
import { refetchSession, useSession } from '../../../accounts/session/session.ts'
import { personApi } from '../../../data/api/client.ts'
import { describeFailure } from '../../../data/api/failures/failures.ts'
import { offerUndo } from '../../../data/undo/offer-undo.ts'
import { membersKey } from '../../../goals/data/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Card, SectionTitle } from '../../../ui/page.tsx'
import { FailureNotice } from '../../../ui/states/failure-notice.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { texts } from '../texts.ts'
import { type Shrunk, shrink } from './shrink.ts'
import { NoWebp } from './square.ts'

/** The person's picture: choose or drop a file, see what others will see, save it, or remove the one there is. */
export function PictureForm() {
  const { user, pictureId, activeOrganizationId: organizationId } = useSession()
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Shrunk>()
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState<'preparing' | 'saving' | 'removing'>()
  const [isOver, setIsOver] = useState(false)

  async function choose(file: Blob | undefined): Promise<void> {
    if (!file || busy) return
    setBusy('preparing')
    setProblem(undefined)
    setFailure(undefined)
    try {
      setChosen(await shrink(file))
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(undefined)
    }
  }

  /** Lists of members show a picture after the next request for the session. */
  async function reload(): Promise<void> {
    await refetchSession()
    await queryClient.invalidateQueries({ queryKey: membersKey(organizationId) })
  }

  async function run(what: 'saving' | 'removing', change: () => Promise<void>): Promise<void> {
    setBusy(what)
    setFailure(undefined)
    try {
      await change()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(undefined)
    }
  }

  const save = ({ blob }: Shrunk) =>
    run('saving', async () => {
      await personApi.setPicture({ body: blob })
      await reload()
      setChosen(undefined)
      toast.success(texts.picture.saved)
    })

  const remove = (removed: string) =>
    run('removing', async () => {
      const params = { organizationId, userId: user.id, pictureId: removed }
      const before = await personApi.getMemberPicture({ params })
      await personApi.deletePicture()
      await reload()
      offerUndo(texts.picture.removed, () => {
        personApi
          .setPicture({ body: before })
          .then(reload)
          .catch((error: unknown) => toast.error(describeFailure(error).sentence))
      })
    })

  function drop(event: DragEvent): void {
    event.preventDefault()
    setIsOver(false)
    void choose(event.dataTransfer.files[0])
  }

  return (
    <Card className="max-w-2xl space-y-5">
      <div className="space-y-1.5">
        <SectionTitle id="picture">{texts.picture.title}</SectionTitle>
        <p className="text-ink-soft">{texts.picture.text}</p>
      </div>
      <fieldset
        aria-labelledby="picture"
        className={cn(
          '-m-2 flex flex-wrap items-center gap-x-5 gap-y-4 rounded-xl p-2',
          isOver && 'bg-accent-soft',
        )}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {chosen ? (
          <Preview bitmap={chosen.bitmap} />
        ) : (
          <Avatar person={{ userId: user.id, displayName: user.displayName, pictureId }} size="large" />
        )}
        <div className="flex min-w-0 flex-wrap gap-3">
          {chosen && (
            <>
              <Button
                variant="primary"
                busy={busy === 'saving'}
                busyText={texts.picture.saving}
                onClick={() => void save(chosen)}
              >
                {texts.picture.save}
              </Button>
              <Button blocked={busy !== undefined} onClick={() => setChosen(undefined)}>
                {texts.picture.cancel}
              </Button>
            </>
          )}
          <Button
            busy={busy === 'preparing'}
            blocked={busy !== undefined}
            busyText={texts.picture.preparing}
            onClick={() => input.current?.click()}
          >
            {chosen || pictureId ? texts.picture.chooseOther : texts.picture.choose}
          </Button>
          {!chosen && pictureId !== undefined && (
            <Button
              variant="quiet"
              busy={busy === 'removing'}
              blocked={busy !== undefined}
              busyText={texts.picture.removing}
              onClick={() => void remove(pictureId)}
            >
              {texts.picture.remove}
            </Button>
          )}
        </div>
      </fieldset>
      {/* The button opens it. */}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0])
          // The same file again is another choice.
          currentTarget.value = ''
        }}
      />
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <FailureNotice failure={failure} />
    </Card>
  )
}

function problemOf(error: unknown): string {
  return error instanceof NoWebp ? texts.picture.noWebp : texts.picture.unreadable
}

/** The picture as others will see it. Drawn, because the content security policy allows no addresses of blobs. */
function Preview({ bitmap }: { bitmap: ImageBitmap }) {
  const { width, height } = bitmap
  return (
    <span className="avatar size-24">
      <canvas
        role="img"
        aria-label={texts.picture.preview}
        width={width}
        height={height}
        ref={(canvas) => {
          canvas?.getContext('2d')?.drawImage(bitmap, 0, 0)
        }}
      />
    </span>
  )
}
