import type { OAuthDevice } from '@cairn/contract/schemas/oauth'
import { Ago } from '../../presentation/time/moment.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { ProgramOrigin } from '../program-origin.tsx'
import { texts } from '../texts.ts'

/** The program that shows a code: which of its claims are certain, when and from where it has asked. */
export function AskingDevice({ userCode, program, createdAt, address, userAgent }: OAuthDevice) {
  return (
    <div className="space-y-4">
      <p className="rounded-xl bg-sunken px-4 py-3 text-center font-mono text-2xl font-semibold tracking-widest">
        <span className="sr-only">{texts.device.code} </span>
        {userCode}
      </p>
      <Notice tone="warn" live={false}>
        {texts.device.compare}
      </Notice>
      <ProgramOrigin program={program} className="text-[0.9375rem] font-medium" />
      <Facts>
        <Fact term={texts.device.asked}>
          <Ago time={createdAt} />
        </Fact>
        <Fact term={texts.device.from}>
          <span className="wrap-anywhere">{address ?? texts.device.unknownAddress}</span>
        </Fact>
        {userAgent !== null && (
          <Fact term={texts.device.as}>
            <span className="text-sm wrap-anywhere">{userAgent}</span>
          </Fact>
        )}
      </Facts>
    </div>
  )
}
