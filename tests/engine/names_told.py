"""Sentences, two a line: with one name told in two ways, and with two names. What only shortens stands apart."""

from __future__ import annotations

SAME = """
the a11y audit has 17 findings | the accessibility audit has 17 findings
the l10n team meets at noon | the localization team meets at noon
look at PR #1187 first | look at PR 1187 first
look at pull request #1187 first | look at PR 1187 first
the review is with @infra-ci now | the review is with infra-ci now
post it in #net-ops when done | post it in the net-ops channel when done
use v2.3.1 of the client | use version 2.3.1 of the client
the token is written in auth/log.go:88 | the token is written in auth/log.go, line 88
the token is written in auth/log.go:88 | line 88 of auth/log.go writes the token
fetch https://docs.flatrun.example/cli/ today | fetch docs.flatrun.example/cli today
fetch http://docs.flatrun.example today | fetch https://docs.flatrun.example today
refund order #W9502127 today | refund order W9502127 today
confirmation KX-7719 came in | confirmation KX 7719 came in
confirmation KX-7719 came in | confirmation kx-7719 came in
pay to IBAN DE89 3704 0044 0532 0130 00 | pay to IBAN DE89370400440532013000
the policy is PW/66120/R | policy PW/66120/R is meant
see § 7 of the lease | see §7 of the lease
see clause 14.2 of the lease | see clause 14.2 in the lease
edit src/money/round.ts only | only src/money/round.ts is edited
run npm run build:prod now | run `npm run build:prod` now
set CONFIG_BT_MAX_CONN=1 in prj.conf | CONFIG_BT_MAX_CONN is 1 in prj.conf
set retries: 5 in app.yaml | retries=5 in app.yaml
mail noor@harlow.example about it | mail Noor (noor@harlow.example) about it
call roundMinor() from the cart | the cart calls roundMinor
the flag --no-verify must stay | --no-verify must stay
the flag --timeout=240s must stay | --timeout 240s must stay
deploy to eu-west-3 only | deploy only to EU-WEST-3
the bucket s3://lumo-landing/pos/ is full | the bucket s3://lumo-landing/pos is full
open port 8443/tcp today | open TCP port 8443 today
the image is ghcr.io/acme/api:1.4.2 | the image is ghcr.io/acme/api, tag 1.4.2
install lodash@4.17.21 now | install lodash 4.17.21 now
work on feat/tenant-quota today | work on the branch feat/tenant-quota today
use scope write:admin only | the scope is write:admin only
customer no. 4471-0092-8 called | customer 4471-0092-8 called
customer no. 4471-0092-8 called | customer 447100928 called
flight LH 430 is late | flight LH430 is late
room B-214 is booked | room B214 is booked
class Y8 goes to the museum | class y8 goes to the museum
the table is orders_2026_q3 | the table is `orders_2026_q3`
bump Node to 20.11 | Node goes to 20.11
bump Python 3.11 to 3.12 | Python goes from 3.11 to 3.12
the MAC is 00:1A:2B:3C:4D:5E | the MAC is 00-1a-2b-3c-4d-5e
the plate is M-AB 1234 | the plate is M AB 1234
ISBN 978-3-16-148410-0 is meant | ISBN 9783161484100 is meant
the coordinates are 48.137,11.575 | the coordinates are 48.137, 11.575
user id usr_8fK2 is blocked | usr_8fK2 is blocked
"""

SHORTER = """
rebase onto 9e41c7ab20f3 now | rebase onto 9e41c7a now
edit `src/money/round.ts` only | edit only round.ts
the host is db-replica-3.internal | the host is db-replica-3
read docs/plan.md and docs/notes.md | read plan.md and notes.md in docs
"""

OTHER = """
the a11y audit has 17 findings | the availability audit has 17 findings
look at PR #1187 first | look at PR 1178 first
use v2.3.1 of the client | use v2.3.2 of the client
fetch https://docs.flatrun.example/cli/ today | fetch https://docs.flatrun.example/api/ today
mail noor@harlow.example about it | mail noor@harlow.invalid about it
confirmation KX-7719 came in | confirmation KX-7791 came in
pay to IBAN DE89 3704 0044 0532 0130 00 | pay to IBAN DE89 3704 0044 0532 0103 00
edit src/money/round.ts only | edit src/money/round.js only
edit src/money/round.ts only | edit src/cart/round.ts only
rebase onto 9e41c7ab20f3 now | rebase onto 9e41c7ba20f3 now
the flag --no-verify must stay | the flag --verify must stay
deploy to eu-west-3 only | deploy to eu-west-1 only
the host is db-replica-3.internal | the host is db-replica-1.internal
the image is ghcr.io/acme/api:1.4.2 | the image is ghcr.io/acme/api:1.4.3
use scope write:admin only | use scope read:admin only
customer no. 4471-0092-8 called | customer no. 4471-0029-8 called
flight LH 430 is late | flight LH 403 is late
room B-214 is booked | room B-241 is booked
work on feat/tenant-quota today | work on feat/tenant-quotas-v2 today
the table is orders_2026_q3 | the table is orders_2026_q4
set CONFIG_BT_MAX_CONN=1 in prj.conf | set CONFIG_BT_MAX_CONN=2 in prj.conf
the MAC is 00:1A:2B:3C:4D:5E | the MAC is 00:1A:2B:3C:4D:5F
open port 8443/tcp today | open port 8443/udp today
the policy is PW/66120/R | the policy is PW/66120/B
call roundMinor() from the cart | call roundMajor() from the cart
the tenant is 7c9e6679-7425-40de-944b-e07fc1f90ae7 | the tenant is 7c9e6679-7425-40de-944b
post it in #net-ops when done | post it in #web-ops when done
user id usr_8fK2 is blocked | user id usr_8fX2 is blocked
the bucket s3://lumo-landing/pos/ is full | the bucket s3://lumo-landing/raw/ is full
"""
