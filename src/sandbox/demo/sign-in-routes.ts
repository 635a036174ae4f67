import cookies from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { MANAGERS, operatorSignIns, startSession } from '../../actions/sign-in.ts';
import type { Services } from '../../actions/services.ts';
import { emailKey } from '../../domain/values/contact.ts';
import { pageFor } from '../../web/access.ts';
import { seeOther } from '../../web/page.ts';
import { cookieNamed, originOf, setSession } from '../../web/session-cookies.ts';
import { DEMO_MANAGER, type Demo } from './demo.ts';

const ROLES = ['manager', 'operator'] as const;
type Role = (typeof ROLES)[number];
export type DemoLinks = Record<Role, string>;

const USE = 'demo sign-in';

/** Links that sign in to the demo. Whoever sees the terminal has them; nobody can guess them. */
export function demoLinks({ vault }: Services, baseUrl: string, demo: Demo | null): DemoLinks | null {
  if (demo === null) return null;
  const link = (role: Role): string => `${baseUrl}/sandbox/sign-in/${role}/${vault.sign(USE, role)}`;
  return { manager: link('manager'), operator: link('operator') };
}

/** Test environment only: signs in as the property manager of the demo, or as the operator. */
export async function demoSignIn(
  scope: FastifyInstance,
  { services, baseUrl }: { services: Services; baseUrl: () => string },
): Promise<void> {
  await scope.register(cookies);
  scope.get<{ Params: { role: string; key: string } }>(
    '/sandbox/sign-in/:role/:key',
    pageFor('demo_link'),
    async (request, reply) => {
      const { role: named, key } = request.params;
      const role = ROLES.find((one) => one === named);
      if (role === undefined || !services.vault.isSigned(USE, role, key)) return reply.callNotFound();
      const isManager = role === 'manager';
      const email = isManager ? DEMO_MANAGER : services.operatorEmails[0];
      const cookie = cookieNamed(isManager ? 'depono' : 'depono-operator', baseUrl());
      const who = isManager ? MANAGERS : operatorSignIns(services);
      const secret =
        email === undefined
          ? null
          : await services.database.transaction((sql) =>
              startSession(services, sql, who, {
                emailKey: emailKey(email),
                way: 'mail',
                ...originOf(cookie, request),
              }),
            );
      // The demo was changed, or another database has no such person.
      if (secret === null) return seeOther(reply, `/${role}/sign-in`);
      setSession(reply, cookie, secret);
      return seeOther(reply, isManager ? '/manager/deposits' : '/operator');
    },
  );
}
