import { createHash } from 'node:crypto';
import { answerApplication, type AnswerResult } from './answer-application.ts';
import type { Services } from '../services.ts';
import { answerFrom, type AnswerCall } from './answer-inputs.ts';

type Given = {
  providerId: string;
  applicationId: string;
  /** Who answers, in words. */
  by: string;
  name: AnswerCall;
  /** As the schema of the answer has read it. */
  body: unknown;
};

/** An answer by API or by form. */
export async function giveAnswer(services: Services, { name, body, ...given }: Given): Promise<AnswerResult> {
  const certificate = certificateIn(body);
  const sha256 = certificate === null ? null : createHash('sha256').update(certificate).digest('hex');
  return answerApplication(services, { ...given, answer: answerFrom(name, body as never, sha256), certificate });
}

function certificateIn(body: unknown): Buffer | null {
  const { certificate } = (body ?? {}) as { certificate?: string };
  return certificate === undefined ? null : Buffer.from(certificate, 'base64');
}
